import ClientDocuments
import ClientModel
import ReadingValues

/// Asks for the name under which a value of the response is stored; Tab completes the names in use.
struct StoreValuePrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  let span: NodeSpan

  var label: String { "Store the value as" }
  var need: String? { "A name is needed, such as token." }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ app: inout AppModel
  ) -> [Effect] {
    let text = buffer.text
    let names = Self.names(in: app).filter { $0.begins(with: text) && $0 != text }
    let completion = names.isEmpty ? nil : KeyCompletion(fragment: text, keys: names)
    if let completed = keys.complete(text, completion) { buffer.replaceAll(with: completed) }
    return []
  }

  /// Asks where to store it. A name that only a shared value may have is not offered as a variable.
  func accept(_ text: String, _ app: inout AppModel) -> [Effect] {
    guard let key = SharedKey(text) else {
      return [
        .ask(Prompt(self, text: text)),
        .notify(
          Notice(
            .warning, "That cannot be a name.",
            why: "A name has up to \(SharedKey.longest) bytes and no blanks.",
            whatToDo: "Write a name, such as token.")),
      ]
    }
    return [.confirm(question(key, app.composer.environment))]
  }

  private func question(_ key: SharedKey, _ environment: Environment) -> Confirmation {
    var answers: [Confirmation.Answer] = [
      .init("Do not store it"),
      .init("As a shared value", [.response(.readValue(span, for: .shared(key)))]),
    ]
    let isVariable = key.name.utf8.allSatisfy(Template.isNameByte)
    if isVariable, !environment.name.isEmpty {
      let storage = ValueStorage.variable(key.name, environment: environment.name)
      answers.append(
        .init(
          "As a variable of the environment \(environment.name)",
          [.response(.readValue(span, for: storage))]))
    }
    let variable =
      environment.name.isEmpty
      ? "To store it as a variable, choose an environment first."
      : isVariable
        ? "A variable is written to environments.yaml, which others may read."
        : "The name of a variable has no other marks than underscore, hyphen and dot."
    return Confirmation(
      "Store the value as \(key)?",
      detail: "A shared value is stored outside the workspace. \(variable)", answers: answers)
  }

  /// The names of shared values and variables, sorted.
  private static func names(in app: AppModel) -> [String] {
    let shared = app.places.shared.entries.map(\.facts.key.name)
    return Set(shared + app.composer.environment.values.keys).sorted()
  }
}
