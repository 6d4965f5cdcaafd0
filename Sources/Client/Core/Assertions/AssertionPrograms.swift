import ClientDocuments
import ClientModel

/// A checker of the jq programs of assertions, used before anything is sent. Otherwise an assertion
/// that jq cannot compile would be discovered only after a POST has taken effect.
actor AssertionPrograms {
  nonisolated let jq: JQRun
  /// The programs that jq has compiled without an error.
  private var read: Set<String> = []

  init(jq: JQRun) { self.jq = jq }

  /// Returns the index of the first assertion that cannot be checked, with the reason in one
  /// sentence, or nil if there is none. No program is run.
  func fault(in assertions: [Assertion]) async -> (index: Int, why: String)? {
    var unread: [(index: Int, program: String)] = []
    // The rows of a batch share their programs or have one each. Each distinct program is checked
    // once.
    var seen: Set<String> = []
    for (index, assertion) in assertions.enumerated() {
      guard case .value(let program) = assertion.test, seen.insert(program).inserted,
        !read.contains(program),
        // A path that Weir evaluates itself needs no jq.
        PathAssertion(program) == nil
      else { continue }
      unread.append((index, program))
    }
    if unread.isEmpty { return nil }
    // Most often all programs are valid, so they are compiled together in few processes.
    if unread.count > 1, await canRead(all: unread.map(\.program)) {
      remember(unread.map(\.program))
      return nil
    }
    for (index, program) in unread {
      // Without an input, jq only compiles the program.
      if case .refused(let why) = await jq.run(program, []) { return (index, why) }
      remember([program])
    }
    return nil
  }

  /// Checks the jq programs of lists of assertions.
  ///
  /// - Throws: `invalidRequest` with the first assertion that cannot be checked.
  nonisolated(nonsending) func check(_ lists: [[Assertion]]) async throws(Failure) {
    guard lists.contains(where: { !$0.isEmpty }) else { return }
    let all = Array(lists.joined())
    guard let (index, why) = await fault(in: all) else { return }
    throw Failure(
      .invalidRequest, what: "The assertion `\(all[index].text)` cannot be checked.", why: why,
      whatToDo: "Correct it or remove it; nothing was sent.")
  }

  /// The maximum number of programs per jq process, because the length of a process argument is
  /// limited.
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
    // A batch with a different program in each row must not fill the memory.
    if read.count > 1_000 { read = [] }
    read.formUnion(programs)
  }
}
