import ClientModel

/// Why jq cannot run a program, in its own words.
public struct JQFault: Hashable, Sendable {
  /// Its own words: `syntax error, unexpected IDENT`.
  public var words: String
  /// Where in the program it is, from 1; nil where jq does not say.
  public var line: Int?
  /// Counted from 1; reported by jq 1.8 and later.
  public var column: Int?

  /// One sentence for people.
  public var sentence: String {
    let place = line.map { line in
      " at line \(line)\(column.map { ", column \($0)" } ?? "") of the program"
    }
    return "jq says: \(words)\(place ?? "")."
  }
}

/// Has jq read programs as they would be run, and runs nothing of them.
struct JQCheck: Sendable {
  let programs: any ProgramRunner

  /// The first program that jq cannot read, by its place among those given.
  ///
  /// - Throws: That jq is not there, or did not answer.
  func fault(
    in texts: [String]
  ) async throws(Failure) -> (index: Int, fault: JQFault)? {
    // Most often nothing is wrong: then all of them cost one process.
    guard !texts.isEmpty, try await complaint(about: texts) != nil else { return nil }
    for (index, text) in texts.enumerated() {
      if let words = try await complaint(about: [text]) {
        return (index, Self.fault(words, lines: text.words(at: "\n").count))
      }
    }
    return nil
  }

  /// What jq said against a program that leads to all of these; nil when it reads it.
  private func complaint(about texts: [String]) async throws(Failure) -> String? {
    // Nothing after `empty |` is ever reached: a text that closes the brackets around it comes to run no
    // more than one that does not. It must be led to all the same, or jq does not look for its names.
    let definitions = texts.enumerated().map { "def f\($0): \(LocalStep.expression($1)); " }
    let uses = texts.indices.map { "f\($0)" }.joined(separator: ", ")
    let text = "empty | \(definitions.joined())\(uses)"
    // By standard input, since an argument may not be as long as a file.
    let run = Program(
      ["jq", "-n", "-f", "/dev/stdin"], input: Array(text.utf8), deadline: .seconds(10),
      outputLimit: .mebibytes(1), environment: .empty)
    let result = try await programs.run(run)
    if result.end == .exited(0) { return nil }
    return result.complaint.isEmpty ? "it ended with \(result.end.words)" : result.complaint
  }

  /// Reads `jq: error: WORDS at <top-level>, line 2:` or, since 1.8, `…, line 2, column 4:`.
  ///
  /// - Parameter lines: How many the program has; the brackets around it stand on lines of their own.
  private static func fault(_ complaint: String, lines: Int) -> JQFault {
    var words = complaint.words(at: "\n").first.map(String.init) ?? ""
    if let mark = words.firstRange(ofBytes: "error: ") { words = String(words[mark.upperBound...]) }
    guard let place = words.firstRange(ofBytes: " at <top-level>, line ") else {
      return JQFault(words: words)
    }
    let numbers = words[place.upperBound...].utf8.split { !(0x30...0x39).contains($0) }
      .compactMap { Int(String($0) ?? "") }
    words = String(words[..<place.lowerBound])
    guard let line = numbers.first.map({ $0 - 1 }), line > 0, line <= lines else {
      return JQFault(words: "\(words) after its end")
    }
    return JQFault(words: words, line: line, column: numbers.dropFirst().first)
  }
}

extension JQCheck {
  /// That jq can read what the steps of a graph have it run.
  func check(_ plan: GraphPlan) async throws(Failure) {
    let texts = plan.steps.flatMap { step in step.jq.map { (step.name, $0) } }
    guard let (index, fault) = try await fault(in: texts.map(\.1)) else { return }
    let (step, text) = texts[index]
    throw Failure(
      .invalidRequest, what: "Step `\(step)` cannot be carried out.", why: fault.sentence,
      whatToDo: "Try it: jq '\(text)'")
  }
}

extension GraphStep {
  /// The jq programs that it runs.
  fileprivate var jq: [String] {
    var texts: [String] = []
    if case .jq(let text) = work { texts.append(text) }
    for input in inputs { if case .jq(let text) = input.pick { texts.append(text) } }
    return texts
  }
}
