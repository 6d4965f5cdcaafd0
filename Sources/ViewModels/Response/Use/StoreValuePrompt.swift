import ClientDocuments
import ClientModel
import ReadingValues

/// A prompt for the name under which a response value is stored. The Tab key completes names that
/// are in use.
struct StoreValuePrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  let span: NodeSpan
  /// The key of the value in its object. Nil if the value is an array element.
  var member: String?

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

  /// Asks where to store the value. Only a shared value is offered if no variable can have this
  /// name.
  func accept(_ text: String, _ app: inout AppModel) -> [Effect] {
    guard let key = SharedKey(text) else {
      return [
        .ask(Prompt(self, text: text)),
        .notify(
          Notice(
            .warning, "This is not a valid name.",
            why: "A name has up to \(SharedKey.longest) bytes and no spaces.",
            whatToDo: "Write a name, such as token.")),
      ]
    }
    let known = app.lists.shared.entries.first { $0.facts.key == key }?.facts.rule
    return [.confirm(question(key, known, app.composer.environment))]
  }

  /// Returns the question that asks where to store the value. Encrypted storage is offered first.
  /// It is the only offer if the new name or the value's key is the name of a credential.
  private func question(
    _ key: SharedKey, _ known: SharedRule?, _ environment: Environment
  ) -> Confirmation {
    func shared(_ title: String, _ rule: SharedRule?) -> Confirmation.Answer {
      .init(title, [.response(.readValue(span, for: .shared(key, rule)))])
    }
    let isSecret = known?.isSecret ?? false
    var answers = [
      Confirmation.Answer("Do not store it"),
      shared("As a shared value, encrypted", isSecret ? nil : SharedRule(secrecy: .secret)),
    ]
    let isCredential =
      key.namesCredential || (member.flatMap { SharedKey($0)?.namesCredential } ?? false)
    guard !isCredential else {
      return Confirmation(
        "Store the value as \(key)?",
        detail:
          "A shared value is stored outside the workspace. It has the name of a credential, so it is"
          + " encrypted.", answers: answers, chosen: 1)
    }
    if !isSecret {
      answers.append(shared("As a shared value, in plain text", known ?? SharedRule()))
    }
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
        : "The only punctuation allowed in a variable's name is underscore, hyphen and dot."
    return Confirmation(
      "Store the value as \(key)?",
      detail: "A shared value is stored outside the workspace. \(variable)", answers: answers,
      chosen: 1)
  }

  /// Returns the sorted names of shared values and variables.
  private static func names(in app: AppModel) -> [String] {
    let shared = app.lists.shared.entries.map(\.facts.key.name)
    return Set(shared + app.composer.environment.names).sorted()
  }
}
