import ClientModel

/// The error that jq reports for an invalid program.
public struct JQFault: Hashable, Sendable {
  /// The message of jq, for example `syntax error, unexpected IDENT`.
  public var text: String
  /// The line in the program, or nil if jq reports none. The first line is 1.
  public var line: Int?
  /// The column in the line, counted from 1. jq reports it since version 1.8.
  public var column: Int?

  /// A sentence for the user.
  public var sentence: String {
    let place = line.map { line in
      " at line \(line)\(column.map { ", column \($0)" } ?? "") of the program"
    }
    return "jq reported: \(text)\(place ?? "")."
  }
}

/// Checks jq programs by compiling them in the form in which steps run them. The programs do not
/// run.
struct JQCheck: Sendable {
  let programs: any ProgramRunner

  /// Returns the first program that jq cannot compile, and its error. Returns nil if all programs
  /// compile.
  ///
  /// - Throws: A failure if jq is not installed or did not respond.
  func fault(
    in texts: [String]
  ) async throws(Failure) -> (index: Int, fault: JQFault)? {
    // Usually all programs are valid. One jq process is then enough to compile them together.
    guard !texts.isEmpty, try await complaint(about: texts) != nil else { return nil }
    for (index, text) in texts.enumerated() {
      if let words = try await complaint(about: [text]) {
        return (index, Self.fault(words, lines: text.words(at: "\n").count))
      }
    }
    return nil
  }

  /// Compiles all programs in one jq process. Returns jq's error message, or nil if they compile.
  private func complaint(about texts: [String]) async throws(Failure) -> String? {
    // The code after `empty |` never runs. A program text that closes its brackets early therefore
    // runs nothing. The definitions must still be called, because otherwise jq does not resolve the
    // names in them.
    let definitions = texts.enumerated().map { "def f\($0): \(LocalStep.expression($1)); " }
    let uses = texts.indices.map { "f\($0)" }.joined(separator: ", ")
    let text = "empty | \(definitions.joined())\(uses)"
    // The program is passed on standard input, because the length of arguments is limited.
    let run = Program(
      ["jq", "-n", "-f", "/dev/stdin"], input: Array(text.utf8), deadline: .seconds(10),
      outputLimit: .mebibytes(1), environment: .empty)
    let result = try await programs.run(run)
    if result.end == .exited(0) { return nil }
    return result.complaint.isEmpty ? "it ended with \(result.end.text)" : result.complaint
  }

  /// Parses `jq: error: WORDS at <top-level>, line 2:`. Version 1.8 adds a column: `…, line 2,
  /// column 4:`.
  ///
  /// - Parameter lines: The number of lines of the program. The brackets around the program are on
  ///   separate lines.
  private static func fault(_ complaint: String, lines: Int) -> JQFault {
    var words = complaint.words(at: "\n").first.map(String.init) ?? ""
    if let mark = words.firstRange(ofBytes: "error: ") { words = String(words[mark.upperBound...]) }
    guard let place = words.firstRange(ofBytes: " at <top-level>, line ") else {
      return JQFault(text: words)
    }
    let numbers = words[place.upperBound...].utf8.split { !(0x30...0x39).contains($0) }
      .compactMap { Int(String($0) ?? "") }
    words = String(words[..<place.lowerBound])
    guard let line = numbers.first.map({ $0 - 1 }), line > 0, line <= lines else {
      return JQFault(text: "\(words) after its end")
    }
    return JQFault(text: words, line: line, column: numbers.dropFirst().first)
  }
}

extension JQCheck {
  /// Checks that jq can compile the programs in a graph's steps.
  func check(_ plan: GraphPlan) async throws(Failure) {
    let texts = plan.steps.flatMap { step in step.jq.map { (step.name, $0) } }
    guard let (index, fault) = try await fault(in: texts.map(\.1)) else { return }
    let (step, text) = texts[index]
    throw Failure(
      .invalidRequest, what: "Step `\(step)` cannot run.", why: fault.sentence,
      whatToDo: "Test it: jq '\(text)'")
  }
}

extension GraphStep {
  fileprivate var jq: [String] {
    var texts: [String] = []
    if case .jq(let text) = work { texts.append(text) }
    for input in inputs {
      if case .result(_, .jq(let text)) = input.source { texts.append(text) }
    }
    return texts
  }
}
