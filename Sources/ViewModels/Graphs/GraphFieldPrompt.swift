import ClientModel

/// A prompt for a field of a step.
struct GraphFieldPrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, GraphDraftList> & Sendable = \.lists.graph

  let field: GraphField
  /// The name of the step. Nil for a new step, which is added when the text is accepted.
  let step: String?

  var label: String {
    let owner = step ?? "a new step"
    return switch field {
    case .input(let name): "Input \(name) of step \(owner) comes from"
    case .newInput: "Name of the new input of step \(owner)"
    case .name: "Name of step \(owner)"
    case .program: "jq program of \(step.map { "step \($0)" } ?? owner)"
    case .command: "Command of \(step.map { "step \($0)" } ?? owner)"
    case .needs: "Steps that must succeed before step \(owner)"
    case .after: "Steps that must end before step \(owner)"
    case .expect: "Successful statuses of step \(owner)"
    case .kind, .order: ""
    }
  }

  var need: String? {
    switch field {
    case .input:
      "A step with a JSON Pointer or jq program is needed, such as login /token, or a literal, "
        + "such as =3"
    case .newInput: "A name is needed, such as items."
    case .name: "A name is needed, such as sign-in."
    case .program: "A jq program is needed, such as .items[0].id"
    case .command: "A program is needed, such as ./bill.sh --dry-run"
    case .needs, .after, .expect, .kind, .order: nil
    }
  }

  var advice: String? {
    switch field {
    case .command: "The inputs are a JSON object on its standard input."
    case .program: "Its input is an object of the inputs."
    case .needs, .after: "Names of earlier steps, separated by commas."
    case .expect: "Such as 404, or 2xx, 404."
    case .input, .newInput, .name, .kind, .order: nil
    }
  }

  /// Completes the name of a step.
  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ place: inout GraphDraftList
  ) -> [Effect] {
    guard let step else { return [] }
    let typed: String
    switch field {
    case .input: typed = buffer.head
    case .needs, .after: typed = String((buffer.head.pieces(at: ",").last ?? "").trimmed(of: " "))
    default: return []
    }
    let names = place.draft.sources(of: step).map(\.name)
    if let rest = WordCompletion(words: names).rest(after: typed) { buffer.insert(rest) }
    return []
  }

  func fault(in text: String, _ place: GraphDraftList) -> Notice? {
    do throws(GraphDraft.InputProblem) {
      var draft = place.draft
      try enter(text, into: &draft)
      return nil
    } catch {
      return Notice(
        .warning, "This is not a valid \(word).", why: error.why, whatToDo: error.whatToDo)
    }
  }

  func accept(_ text: String, _ place: inout GraphDraftList) -> [Effect] {
    switch (field, step) {
    case (.program, nil): return place.add(.jq(text))
    case (.command, nil): return place.add(.command(CommandWords.words(of: text) ?? []))
    case (.newInput, let step?):
      return [.list(.graph(.edit(.input(String(text.trimmed(of: " "))), of: step)))]
    default: break
    }
    do throws(GraphDraft.InputProblem) {
      try enter(text, into: &place.draft)
    } catch {
      // The prompt does not accept a text for which `fault(in:_:)` returns a notice.
    }
    guard field == .name else { return [] }
    return [.list(.graph(.renamed(to: String(text.trimmed(of: " ")))))]
  }

  private var word: String {
    switch field {
    case .input(let name): "input for \(name)"
    case .newInput, .name: "name"
    case .program: "jq program"
    case .command: "command"
    case .needs, .after: "list of steps"
    case .expect: "status"
    case .kind, .order: "value"
    }
  }

  /// Sets the field. Throws the reason if the text is not valid for the field.
  private func enter(
    _ text: String, into draft: inout GraphDraft
  ) throws(GraphDraft.InputProblem) {
    let trimmed = String(text.trimmed(of: " "))
    let name = step ?? ""
    switch field {
    case .input(let input):
      let variable = GraphVariable(step: name, name: input)
      draft.set(variable, to: try draft.input(text, for: variable))
    case .newInput:
      guard let own = draft.step(name), !draft.names(of: own).contains(trimmed) else {
        throw GraphDraft.InputProblem(
          why: "The step already has an input \(trimmed).", whatToDo: "Choose another name.")
      }
    case .name:
      guard trimmed == name || draft.step(trimmed) == nil else {
        throw GraphDraft.InputProblem(
          why: "Another step has the name \(trimmed).", whatToDo: "Choose another name.")
      }
      draft.rename(step: name, to: trimmed)
    case .program: draft.set(.jq(text), of: name)
    case .command:
      guard let words = CommandWords.words(of: text) else {
        throw GraphDraft.InputProblem(
          why: "A quote is not closed.", whatToDo: "Close it, or put the quote in other quotes.")
      }
      guard words.first?.isEmpty == false else {
        throw GraphDraft.InputProblem(
          why: "It has no program.", whatToDo: "Write a program and its arguments.")
      }
      draft.set(.command(words), of: name)
    case .needs:
      let names = try draft.names(text, before: name)
      draft.change(name) { $0.needs = names }
    case .after:
      let names = try draft.names(text, before: name)
      draft.change(name) { $0.after = names }
    case .expect:
      let expect: Assertion?
      do throws(Assertion.Problem) { expect = try GraphDraft.expectation(text) } catch {
        throw GraphDraft.InputProblem(why: error.why, whatToDo: error.whatToDo)
      }
      draft.change(name) { $0.expect = expect }
    case .kind, .order: break
    }
  }
}
