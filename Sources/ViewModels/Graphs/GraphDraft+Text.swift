import ClientDocuments
import ClientModel

/// The fields of steps as text. An input is `login /token`, `login .user.id`, `login` for the
/// complete result, or `= 3` for a literal.
extension GraphDraft {
  /// The reason why a text is not an input.
  struct InputProblem: Error, Equatable {
    let why: String
    let whatToDo: String
  }

  static func text(_ input: GraphStep.Input) -> String {
    switch input.source {
    case .literal(let text): "= \(text)"
    case .result(let step, .pointer("")): step
    case .result(let step, .pointer(let pointer)): "\(step) \(pointer)"
    case .result(let step, .jq(let program)): "\(step) \(program)"
    }
  }

  static func text(_ work: GraphStep.Work) -> String {
    switch work {
    case .request(let name): name
    case .jq(let program): program
    case .command(let words): CommandWords.line(of: words)
    }
  }

  /// Parses the text of an input. Throws the reason if the text is not an input.
  func input(
    _ text: String, for variable: GraphVariable
  ) throws(InputProblem) -> GraphStep.Input {
    let text = String(text.trimmed(of: " "))
    if text.begins(with: "=") {
      let literal = String(text.dropping(bytes: 1).trimmed(of: " "))
      if let fault = JSONValidator.fault(in: Array(literal.utf8)) {
        throw InputProblem(
          why: fault.sentence,
          whatToDo: "Write a JSON value after the equals sign, such as 3 or \"text\".")
      }
      return GraphStep.Input(name: variable.name, literal: literal)
    }
    let names = sources(of: variable.step).map(\.name)
    // A name can contain a space, so the longest match is used.
    let source = names.filter { text == $0 || text.begins(with: $0 + " ") }
      .max { $0.utf8.count < $1.utf8.count }
    guard let source else {
      let word = text.pieces(at: " ").first.map(String.init) ?? ""
      throw unknown(word, before: variable.step)
    }
    let pick = String(text.dropping(bytes: source.utf8.count).trimmed(of: " "))
    guard pick.isEmpty || pick.begins(with: "/") else {
      return GraphStep.Input(name: variable.name, step: source, pick: .jq(pick))
    }
    guard Self.isPointer(pick) else {
      throw InputProblem(
        why: "`\(pick)` is not a JSON Pointer.",
        whatToDo: "Write a pointer as /key/0/key. In a key, ~1 is a slash and ~0 is a tilde.")
    }
    return GraphStep.Input(name: variable.name, step: source, pick: .pointer(pick))
  }

  /// Parses a comma-separated list of the steps that a step waits for.
  func names(_ text: String, before step: String) throws(InputProblem) -> [String] {
    let names = text.pieces(at: ",").map { String($0.trimmed(of: " ")) }.filter { !$0.isEmpty }
    let known = sources(of: step).map(\.name)
    if let name = names.first(where: { !known.contains($0) }) { throw unknown(name, before: step) }
    return names
  }

  private func unknown(_ word: String, before step: String) -> InputProblem {
    let names = sources(of: step).map(\.name)
    return InputProblem(
      why: "`\(word)` is not a step before \(step).",
      whatToDo: names.isEmpty
        ? "There is no earlier step." : "Use one of \(names.joined(separator: ", ")).")
  }

  /// Parses the statuses of a success, such as `2xx, 404`. Returns nil for an empty text.
  static func expectation(_ text: String) throws(Assertion.Problem) -> Assertion? {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    let statuses = text.pieces(at: ",").map { String($0.trimmed(of: " ")) }
    return try Assertion("status \(statuses.joined(separator: ", "))")
  }

  static func text(_ expect: Assertion?) -> String {
    String(expect?.text.dropping(bytes: "status ".utf8.count) ?? "")
  }

  /// Returns whether the text is a valid JSON Pointer. Every tilde must be followed by 0 or 1.
  private static func isPointer(_ text: String) -> Bool {
    text.pieces(at: "~").dropFirst().allSatisfy { $0.begins(with: "0") || $0.begins(with: "1") }
  }

  /// Returns the order, the inputs, the open variables and the conditions of a step in one line.
  func summary(of step: Step) -> String {
    var parts: [String] = []
    if step.order == .concurrent, index(of: step.name) != 0 { parts.append("at once") }
    parts += step.inputs.map { input in
      guard case .literal(let text) = input.source else {
        return "\(input.name) = \(Self.text(input))\(addition(input.step, of: step))"
      }
      return "\(input.name) = \(text)"
    }
    parts += openNames(of: step).map { "\($0) = ?" }
    parts += step.needs.map { "needs \($0)\(addition($0, of: step))" }
    parts += step.after.map { "after \($0)\(addition($0, of: step))" }
    if let expect = step.expect { parts.append("expects \(Self.text(expect))") }
    return parts.joined(separator: ", ")
  }

  /// Returns the reason why a step cannot wait for `source`, as an addition to the text of the
  /// source. Returns an empty string if there is none.
  func addition(_ source: String?, of step: Step) -> String {
    source.flatMap { fault(in: $0, of: step) }.map { ", but \($0)" } ?? ""
  }
}
