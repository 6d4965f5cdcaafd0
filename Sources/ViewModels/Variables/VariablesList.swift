import ClientModel

/// The list of the values for templates in the composed request, with their sources.
struct VariablesList: DescribedListSource {
  static let commands = [FeatureCommand.variables]
  static let manual = ManualSubject(topic: "environments")

  let title = "Variables"
  let emptyText = "No variable yet."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let composer = facts.composer
    let environment = composer.environment.inside(composer.draft.inheritedFolder)
    return environment.variables(hiding: composer.gateways.credentialNames).map { variable in
      let source = variable.source.description
      let overridden = variable.overridden.map(\.description).joined(separator: ", ")
      return ListRow(
        value: .init(
          ListedVariable(
            name: variable.name, source: variable.source,
            written: environment.written(variable.name) ?? "",
            text: [
              variable.shown, variable.fault?.whatToDo ?? "", "From \(source)",
              overridden.isEmpty ? "" : "overrides \(overridden)",
            ].filter { !$0.isEmpty }.joined(separator: " · "))),
        title: variable.name, detail: "\(variable.shown) \(source) \(overridden)",
        cells: [
          ListCell(variable.name),
          ListCell(variable.shown, variable.fault == nil ? .line : .fault), ListCell(source),
          ListCell(overridden.isEmpty ? "" : "overrides \(overridden)", .faint),
        ])
    }.matching(filter)
  }

  /// Returns the value and its sources in full. The cells show only their beginnings on a narrow
  /// screen.
  func description(of row: ListRow) -> String { row.item(ListedVariable.self)?.text ?? "" }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.new, .close] : [.edit, .new, .filter, .close]
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let variable: ListedVariable = row.item() else { return [] }
    return variable.edited
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    if command == .new { return [.ask(Prompt(NewVariablePrompt()))] }
    guard command == .edit, let variable = row?.item(ListedVariable.self) else {
      return refuse(command)
    }
    return variable.edited
  }
}

/// A row of the list.
private struct ListedVariable: Hashable {
  let name: String
  let source: VariableSource
  /// The value as written in its source. Empty for a literal secret.
  let written: String
  /// The description of the row.
  let text: String

  /// The effects of editing the variable: a prompt for a new value, or a notice about the source of
  /// the value.
  var edited: [Effect] {
    switch source {
    case .shared: [.ask(Prompt(VariablePrompt(name: name, environment: nil), text: written))]
    case .environment(let environment):
      [.ask(Prompt(VariablePrompt(name: name, environment: environment), text: written))]
    case .file, .folder:
      [
        .notify(
          Notice(
            .info, "\(name) was not changed.", why: "Its value is in \(source).",
            whatToDo: "Edit that file in an editor; Weir then reads it again."))
      ]
    case .option:
      [
        .notify(
          Notice(
            .info, "\(name) was not changed.", why: "Its value is from --var, for this session.",
            whatToDo: "Start Weir without it to use the values of the files."))
      ]
    }
  }
}

/// A prompt for the value of a variable in `environments.yaml`.
struct VariablePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  let name: String
  /// The environment. Nil means the shared values.
  let environment: String?

  var label: String { "Value of \(name)" }

  func fault(in text: String, _ app: AppModel) -> Notice? {
    NewVariablePrompt.fault(name, text, app.composer.gateways.credentialNames)
  }

  func accept(_ text: String, _ app: inout AppModel) -> [Effect] {
    [.environments(.set(EnvironmentValue(name, text, in: environment)))]
  }
}

/// A prompt for a new variable. It is added to the chosen environment, or to the shared values if
/// no environment is chosen.
struct NewVariablePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  var label: String { "New variable (name=value)" }
  var need: String? { "Write name=value, such as host=localhost." }
  var advice: String? { "name=value" }

  func fault(in text: String, _ app: AppModel) -> Notice? {
    guard let (name, value) = text.cut(at: "="), !name.isEmpty,
      name.utf8.allSatisfy(Template.isNameByte)
    else {
      return Notice(
        .warning, "No variable was added.",
        why: "A name has only ASCII letters, digits, underscores, hyphens and dots, and a value "
          + "follows after an equals sign.",
        whatToDo: "Write name=value, such as host=localhost.")
    }
    return Self.fault(String(name), String(value), app.composer.gateways.credentialNames)
  }

  func accept(_ text: String, _ app: inout AppModel) -> [Effect] {
    guard let (name, value) = text.cut(at: "=") else { return [] }
    let environment = app.composer.environment.name
    return [
      .environments(
        .set(
          EnvironmentValue(
            String(name), String(value), in: environment.isEmpty ? nil : environment)))
    ]
  }

  /// Returns the problem of a secret in plain text. Other users may read `environments.yaml`.
  static func fault(_ name: String, _ text: String, _ names: CredentialNames) -> Notice? {
    guard names.contains(name, in: .field), !text.isEmpty, SecretReference(text) == nil,
      !Template.isOnlyTemplates(text)
    else { return nil }
    return Notice(
      .warning, "\(name) was not set.",
      why: "It has the name of a credential, and other users may read environments.yaml.",
      whatToDo: "Write a reference such as env:TOKEN, or put the value into the file .env.")
  }
}

extension FeatureCommand {
  package static let variables = FeatureCommand(
    "variables", opens: \.variables,
    .init(
      "List and edit the variables", hint: "variables",
      help: "Shows the value of each name, its source, and the sources that it overrides.",
      keys: ", n"))
}
