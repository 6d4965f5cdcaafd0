import ClientDocuments
import ClientModel

/// Compiles the jq programs of assertions before anything is sent, so that an invalid program is
/// found before a POST takes effect.
actor AssertionPrograms {
  nonisolated let jq: JQRun
  /// The programs that jq compiled successfully.
  private var read: Set<String> = []

  init(jq: JQRun) { self.jq = jq }

  /// Returns the first assertion that cannot be checked, and the reason. The programs are compiled
  /// but not run.
  func fault(in assertions: [Assertion]) async -> (index: Int, why: String)? {
    var unread: [(index: Int, program: String)] = []
    // The rows of a batch often share programs. Each distinct program is checked once.
    var seen: Set<String> = []
    for (index, assertion) in assertions.enumerated() {
      guard case .value(let program) = assertion.test, seen.insert(program).inserted,
        !read.contains(program),
        // Weir evaluates simple paths itself, so jq is not needed.
        PathAssertion(program) == nil
      else { continue }
      unread.append((index, program))
    }
    if unread.isEmpty { return nil }
    // Usually all programs are valid. They are then compiled together in few processes.
    if unread.count > 1, await canRead(all: unread.map(\.program)) {
      remember(unread.map(\.program))
      return nil
    }
    for (index, program) in unread {
      // jq compiles the program but does not run it, because there is no input.
      if case .refused(let why) = await jq.run(program, []) { return (index, why) }
      remember([program])
    }
    return nil
  }

  /// Checks the jq programs of several lists of assertions.
  ///
  /// - Throws: `invalidRequest` for the first assertion that cannot be checked.
  nonisolated(nonsending) func check(_ lists: [[Assertion]]) async throws(Failure) {
    guard lists.contains(where: { !$0.isEmpty }) else { return }
    let all = Array(lists.joined())
    guard let (index, why) = await fault(in: all) else { return }
    throw Failure(
      .invalidRequest, what: "The assertion `\(all[index].text)` cannot be checked.", why: why,
      whatToDo: "Correct it or remove it; nothing was sent.")
  }

  /// The maximum number of programs per jq process. The length of a process argument is limited.
  private static let portion = 16

  private func canRead(all programs: [String]) async -> Bool {
    for start in stride(from: 0, to: programs.count, by: Self.portion) {
      let portion = programs[start..<min(start + Self.portion, programs.count)]
      // The brackets are on separate lines, because a program may end with a comment.
      let joined = portion.map { "(\n\($0)\n)" }.joined(separator: ",")
      if case .refused = await jq.run(joined, []) { return false }
    }
    return true
  }

  private func remember(_ programs: [String]) {
    // The set is bounded, because each row of a batch may have its own program.
    if read.count > 1_000 { read = [] }
    read.formUnion(programs)
  }
}
