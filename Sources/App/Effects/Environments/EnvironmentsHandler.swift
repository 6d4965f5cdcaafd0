import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler of the environments in the workspace's file.
extension EnvironmentsEffect: ClientEffect {
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    switch self {
    case .list: return try context.environments()
    case .choose(let name):
      context.session = try context.session.choosing(environment: name)
      return try context.environments()
        + context.remember(
          [name ?? ""], as: .environment,
          orNotice: "The environment is chosen for this session only.")
    case .add(let name, nil): return try context.edit(new: name)
    case .add(let name, let other?):
      // The editor opens next and may report an error, so there is no notice about the addition.
      return try context.changeEnvironments(nil) { (workspace) throws(WorkspaceProblem) in
        try workspace.addEnvironment(name, copying: other)
      } + context.edit(environment: name)
    case .delete(let name):
      return try context.changeEnvironments("The environment \(name) was deleted.") {
        (workspace) throws(WorkspaceProblem) in try workspace.deleteEnvironment(name)
      }
    case .set(let value):
      return try context.changeEnvironments(
        "\(value.name) was set "
          + (value.environment.map { "in the environment \($0)." } ?? "for all environments.")
      ) { (workspace) throws(WorkspaceProblem) in
        try workspace.setValue(value.text, of: value.name, inEnvironment: value.environment)
      }
    case .edit(let name): return try context.edit(environment: name)
    case .write(let text): return try context.write(environments: text)
    }
  }
}

extension EffectContext {
  /// Reloads the current environment after another program changed its file.
  func rereadEnvironments() throws -> [AppEvent] {
    session = try session.choosing(environment: environmentName)
    return try environments()
  }

  var environmentName: String? {
    session.context.environment.name.isEmpty ? nil : session.context.environment.name
  }

  /// Opens the template of a new environment in the editor. The environment is added only if the
  /// user changes the template.
  fileprivate func edit(new name: String) throws -> [AppEvent] {
    try Reported.workspace { () throws(WorkspaceProblem) in
      let workspace = session.context.workspace
      let (text, line) = try workspace.environmentsText(adding: name)
      files.edited[.environments] = try workspace.environmentsText()
      files.template = (environment: name, text: text)
      return [.fileText(.environments, text, line: line)]
    }
  }

  fileprivate func edit(environment name: String?) throws -> [AppEvent] {
    try Reported.workspace { () throws(WorkspaceProblem) in
      let line = try name.map { (name) throws(WorkspaceProblem) in
        try session.context.workspace.line(ofEnvironment: name)
      }
      let text = try session.context.workspace.environmentsText()
      files.edited[.environments] = text
      files.template = nil
      return [.fileText(.environments, text, line: line ?? 1)]
    }
  }

  /// Returns the event with all environments and the current one.
  func environments() throws -> [AppEvent] {
    let environments = try session.context.environments()
    return [
      .environments(
        .list(
          environments.names, chosen: session.context.environment,
          production: environments.production))
    ]
  }

  fileprivate func changeEnvironments(
    _ done: String?, _ work: (Workspace) throws(WorkspaceProblem) -> Void
  ) throws -> [AppEvent] {
    let trust = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.context.preservingTrust { () throws(WorkspaceProblem) in
        try work(session.context.workspace)
      }
    }
    session = try session.using(session.context.workspace, trust).rechoosing()
    return try environments() + (done.map { [.notice(Notice(.info, $0))] } ?? [])
  }

  /// Writes the edited text. If the text has an error, asks whether to edit it again at the line of
  /// the error.
  fileprivate func write(environments text: String) throws -> [AppEvent] {
    do throws(WorkspaceProblem) {
      let now = try session.context.workspace.environmentsText()
      if let template = files.template, text == template.text || text == now {
        return [
          .notice(
            Notice(
              .info, "The environment \(template.environment) was not added.",
              why: "The text was not changed in the editor.",
              whatToDo: "Add it again, and save at least one value in the editor."))
        ]
      }
      guard now != text else { return [] }
      if let conflict = files.conflict(.environments, text, with: now) { return [conflict] }
      let trust = try session.context.preservingTrust { () throws(WorkspaceProblem) in
        try session.context.workspace.replaceEnvironments(text)
      }
      session = session.using(session.context.workspace, trust)
    } catch {
      return [.refused(text, of: .environments, for: error)]
    }
    session = try session.rechoosing()
    return try environments()
      + [.notice(Notice(.info, "\(WorkspaceFile.environments.name) was saved."))]
  }
}

extension ClientSession {
  /// Returns the session with the current values of its environment. If the environment was
  /// deleted, the session has none.
  fileprivate func rechoosing() throws -> ClientSession {
    let name = context.environment.name
    return try choosing(environment: try context.environmentNames().contains(name) ? name : nil)
  }
}
