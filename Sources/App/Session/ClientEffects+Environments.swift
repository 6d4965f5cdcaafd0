import ClientModel
import ClientWorkspace
import ViewModels

/// The environments of the workspace: which one is in force, and what the interface changes in their file.
extension ClientEffects {
  func environments(_ effect: EnvironmentsEffect) async -> [AppEvent] {
    switch effect {
    case .list: return await response { session, _ in try listed(session) }
    case .choose(let name):
      return await response { session, _ in
        self.session = try session.choosing(environment: name)
        try remember(name)
        return try listed(self.session)
      }
    case .add(let name, let other):
      return await change("The environment \(name) was added.") {
        (workspace) throws(WorkspaceProblem) in
        try workspace.addEnvironment(name, copying: other)
      } + (await environments(.edit(name)))
    case .delete(let name):
      return await change("The environment \(name) was deleted.") {
        (workspace) throws(WorkspaceProblem) in try workspace.deleteEnvironment(name)
      }
    case .edit(let name):
      return await response { session, _ in
        try Reported.workspace { () throws(WorkspaceProblem) in
          let line = try name.map { (name) throws(WorkspaceProblem) in
            try session.workspace.line(ofEnvironment: name)
          }
          return [
            .fileText(.environments, try session.workspace.environmentsText(), line: line ?? 1)
          ]
        }
      }
    case .write(let text): return await write(text)
    }
  }

  private func listed(_ session: ClientSession) throws -> [AppEvent] {
    [.environments(try session.environmentNames(), chosen: session.environment)]
  }

  /// The demo has no workspace of the user's.
  private func remember(_ name: String?) throws {
    guard role != .demo else { return }
    try EnvironmentMemory(in: session.places.state).write(name, for: session.workspace)
  }

  private func change(
    _ done: String, _ work: (Workspace) throws(WorkspaceProblem) -> Void
  ) async -> [AppEvent] {
    await response { session, _ in
      let trust = try Reported.workspace { () throws(WorkspaceProblem) in
        try session.preservingTrust { () throws(WorkspaceProblem) in try work(session.workspace) }
      }
      self.session = try session.using(session.workspace, trust).rechoosing()
      return try listed(self.session) + [.notice(Notice(.info, done))]
    }
  }

  /// A text that cannot be read goes back to where it was edited, with the place of the fault.
  private func write(_ text: String) async -> [AppEvent] {
    await response { session, _ in
      do throws(WorkspaceProblem) {
        guard try session.workspace.environmentsText() != text else { return [] }
        let trust = try session.preservingTrust { () throws(WorkspaceProblem) in
          try session.workspace.replaceEnvironments(text)
        }
        self.session = session.using(session.workspace, trust)
      } catch {
        let notice = Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo)
        return [.fileRefused(.environments, text, notice, line: error.place?.line ?? 1)]
      }
      self.session = try self.session.rechoosing()
      return try listed(self.session)
        + [.notice(Notice(.info, "\(WorkspaceFile.environments.name) was saved."))]
    }
  }
}

extension ClientSession {
  /// The same environment with its values as they are in the file now; none if it is gone.
  fileprivate func rechoosing() throws -> ClientSession {
    let name = environment.name
    return try choosing(environment: try environmentNames().contains(name) ? name : nil)
  }
}
