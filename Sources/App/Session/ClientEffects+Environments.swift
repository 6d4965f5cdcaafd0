import ClientModel
import ClientWorkspace
import ViewModels

/// The changes of the current environment, and of the environments in the workspace's file.
extension ClientEffects {
  func environments(_ effect: EnvironmentsEffect) async -> [AppEvent] {
    await response { session in
      switch effect {
      case .list: return try listed(session)
      case .choose(let name):
        self.session = try session.choosing(environment: name)
        return try listed(self.session) + remember(name)
      case .add(let name, let other):
        return try change("The environment \(name) was added.") {
          (workspace) throws(WorkspaceProblem) in
          try workspace.addEnvironment(name, copying: other)
        } + edit(name)
      case .delete(let name):
        return try change("The environment \(name) was deleted.") {
          (workspace) throws(WorkspaceProblem) in try workspace.deleteEnvironment(name)
        }
      case .set(let value):
        return try change("\(value.name) was set in the environment \(value.environment).") {
          (workspace) throws(WorkspaceProblem) in
          try workspace.setValue(value.text, of: value.name, inEnvironment: value.environment)
        }
      case .edit(let name): return try edit(name)
      case .write(let text): return try write(text)
      }
    }
  }

  /// Reloads the values of the current environment after its file was changed outside.
  func rereadEnvironments() async -> [AppEvent] {
    await response { session in
      self.session = try session.choosing(environment: environmentName)
      return try listed(self.session)
    }
  }

  private func edit(_ name: String?) throws -> [AppEvent] {
    try Reported.workspace { () throws(WorkspaceProblem) in
      let line = try name.map { (name) throws(WorkspaceProblem) in
        try session.workspace.line(ofEnvironment: name)
      }
      let text = try session.workspace.environmentsText()
      editedFiles[.environments] = text
      return [.fileText(.environments, text, line: line ?? 1)]
    }
  }

  /// Returns the event for a file that changed while it was edited, or nil if it did not. The
  /// version in the file then counts as known, so that writing again replaces that version.
  func conflict(_ file: WorkspaceFile, _ text: String, with now: String) -> AppEvent? {
    defer { editedFiles[file] = now }
    guard let known = editedFiles[file], known != now else { return nil }
    return .fileConflict(
      file, text,
      FileChange(.changed, file.name, lines: LineDifference.lines(from: now, to: text)))
  }

  func listed(_ session: ClientSession) throws -> [AppEvent] {
    let environments = try session.environments()
    return [
      .environments(
        environments.names, chosen: session.environment, production: environments.production)
    ]
  }

  /// Stores the choice for the next session, except in the demo, which has no workspace of the
  /// user.
  private func remember(_ name: String?) -> [AppEvent] {
    guard role != .demo else { return [] }
    do throws(WorkspaceProblem) {
      try EnvironmentMemory(in: session.places.state).write(name, for: session.workspace)
      return []
    } catch {
      return [
        .notice(
          Notice(
            .warning, "The environment is chosen for this session only.",
            why: "\(error.what) \(error.why)", whatToDo: error.whatToDo))
      ]
    }
  }

  private func change(
    _ done: String, _ work: (Workspace) throws(WorkspaceProblem) -> Void
  ) throws -> [AppEvent] {
    let trust = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.preservingTrust { () throws(WorkspaceProblem) in try work(session.workspace) }
    }
    session = try session.using(session.workspace, trust).rechoosing()
    return try listed(session) + [.notice(Notice(.info, done))]
  }

  /// Writes the edited text. A text with an error is offered for editing again, at the line of the
  /// error.
  private func write(_ text: String) throws -> [AppEvent] {
    do throws(WorkspaceProblem) {
      let now = try session.workspace.environmentsText()
      guard now != text else { return [] }
      if let conflict = conflict(.environments, text, with: now) { return [conflict] }
      let trust = try session.preservingTrust { () throws(WorkspaceProblem) in
        try session.workspace.replaceEnvironments(text)
      }
      session = session.using(session.workspace, trust)
    } catch {
      return [.refused(text, of: .environments, for: error)]
    }
    session = try session.rechoosing()
    return try listed(session)
      + [.notice(Notice(.info, "\(WorkspaceFile.environments.name) was saved."))]
  }
}

extension AppEvent {
  /// Returns the event for an edited file that was not written because its text has an error.
  static func refused(
    _ text: String, of file: WorkspaceFile, for problem: WorkspaceProblem
  ) -> AppEvent {
    let notice = Notice(.error, problem.what, why: problem.why, whatToDo: problem.whatToDo)
    return .fileRefused(file, text, notice, line: problem.place?.line ?? 1)
  }
}

extension ClientSession {
  /// Returns the session with the current values of its environment, or without an environment if
  /// the environment was deleted.
  fileprivate func rechoosing() throws -> ClientSession {
    let name = environment.name
    return try choosing(environment: try environmentNames().contains(name) ? name : nil)
  }
}
