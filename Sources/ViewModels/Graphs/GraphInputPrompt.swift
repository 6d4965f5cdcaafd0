import ClientModel

/// A prompt for the input of a step variable: an earlier step and a part of its result.
struct GraphInputPrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, GraphDraftList> & Sendable = \.lists.graph

  let variable: GraphVariable

  var label: String { "Input \(variable.name) of step \(variable.step) comes from" }
  var need: String? { "A step is needed, followed by a JSON Pointer or a jq program: login /token" }

  /// Completes the name of an earlier step.
  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ place: inout GraphDraftList
  ) -> [Effect] {
    let names = place.draft.steps(before: variable.step).map(\.name)
    if let rest = WordCompletion(words: names).rest(after: buffer.head) { buffer.insert(rest) }
    return []
  }

  func accept(_ text: String, _ place: inout GraphDraftList) -> [Effect] {
    do throws(GraphDraft.InputProblem) {
      place.draft.set(variable, to: try place.draft.input(text, for: variable))
      return []
    } catch {
      return [
        .ask(Prompt(self, text: text)),
        .notify(
          Notice(
            .warning, "This is not a valid input for \(variable.name).", why: error.why,
            whatToDo: error.whatToDo)),
      ]
    }
  }
}
