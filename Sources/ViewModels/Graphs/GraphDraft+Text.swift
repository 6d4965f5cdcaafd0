import ClientModel

/// The inputs of steps as text: `login /token`, `login .user.id`, or `login` for the complete
/// result.
extension GraphDraft {
  /// The reason why a text is not an input.
  struct InputProblem: Error, Equatable {
    let why: String
    let whatToDo: String
  }

  static func text(_ input: GraphStep.Input) -> String {
    switch input.pick {
    case .pointer(""): input.step
    case .pointer(let pointer): "\(input.step) \(pointer)"
    case .jq(let program): "\(input.step) \(program)"
    }
  }

  /// Parses the text of an input. Throws the reason if the text is not an input.
  func input(
    _ text: String, for variable: GraphVariable
  ) throws(InputProblem) -> GraphStep.Input {
    let text = String(text.trimmed(of: " "))
    let names = steps(before: variable.step).map(\.name)
    // A name can contain a space, so the longest match is used.
    let source = names.filter { text == $0 || text.begins(with: $0 + " ") }
      .max { $0.utf8.count < $1.utf8.count }
    guard let source else {
      let word = text.pieces(at: " ").first.map(String.init) ?? ""
      let known =
        names.isEmpty ? "There is no earlier step." : "Use one of \(names.joined(separator: ", "))."
      throw InputProblem(
        why: "`\(word)` is not a step before \(variable.step).", whatToDo: known)
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

  /// Returns whether the text is a valid JSON Pointer. Every tilde must be followed by 0 or 1.
  private static func isPointer(_ text: String) -> Bool {
    text.pieces(at: "~").dropFirst().allSatisfy { $0.begins(with: "0") || $0.begins(with: "1") }
  }

  /// Returns the inputs and open variables of a step in one line.
  func summary(of step: Step) -> String {
    let inputs = step.inputs.map { input in
      let fault = fault(in: input, of: step).map { ", but \($0)" } ?? ""
      return "\(input.name) = \(Self.text(input))\(fault)"
    }
    return (inputs + openNames(of: step).map { "\($0) = ?" }).joined(separator: ", ")
  }
}
