import ClientCore
import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler of the gateways in `weir.yaml`.
extension GatewaysEffect: ClientEffect {
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    let session = context.session
    switch self {
    case .list: return [.gateways(.list(session.context.gateways))]
    case .add(let name, let url):
      return try await context.changeGateways("The gateway \(name) was added.") {
        (workspace) throws(WorkspaceProblem) in try workspace.addGateway(name, url: url)
      }
    case .delete(let name):
      return try await context.changeGateways("The gateway \(name) was deleted.") {
        (workspace) throws(WorkspaceProblem) in try workspace.deleteGateway(name)
      }
    case .makeDefault(let name):
      return try await context.changeGateways(
        "Requests without a gateway now go through \(name)."
      ) { (workspace) throws(WorkspaceProblem) in try workspace.makeDefaultGateway(name) }
    case .setServer(let catalog, let url):
      let done = "Requests of the catalog \(catalog) are now sent to \(url)."
      return try await context.changeGateways(done) { (workspace) throws(WorkspaceProblem) in
        try workspace.setServer(catalog, url: url)
      } + [.catalogs(.changed)]
    case .set(let name, let field, let text): return try await context.set(name, field, text)
    case .edit(let name):
      return try Reported.workspace { () throws(WorkspaceProblem) in
        let text = try session.context.workspace.settingsText()
        context.files.edited[.settings] = text
        let line = try session.context.workspace.line(ofGateway: name)
        return [.fileText(.settings, text, line: line)]
      }
    case .write(let text): return try await context.write(settings: text)
    case .stubs(let mode):
      guard let stubs = session.stubs else {
        return [
          .gateways(.stubs(.off)),
          .notice(
            Notice(
              .info, "The demo contacts no server.", why: "All its responses are scripted.")),
        ]
      }
      stubs.turn(mode)
      return [.gateways(.stubs(mode))]
    }
  }
}

extension EffectContext {
  /// Applies changed gateways to stub routes and lanes. Returns the event for the screen.
  func followGateways() async throws -> [AppEvent] {
    session.useStubRoutes()
    try await session.tuneLanes(.all)
    return [.gateways(.list(session.context.gateways))]
  }

  fileprivate func changeGateways(
    _ done: String, _ work: (Workspace) throws(WorkspaceProblem) -> Workspace
  ) async throws -> [AppEvent] {
    try Reported.workspace { () throws(WorkspaceProblem) in try replaceSettings(work) }
    return try await followGateways() + [.notice(Notice(.info, done))]
  }

  /// Sets a field. If the text is invalid, it is offered for correction.
  fileprivate func set(_ name: String, _ field: GatewayField, _ text: String) async throws
    -> [AppEvent]
  {
    do throws(WorkspaceProblem) {
      try replaceSettings { (workspace) throws(WorkspaceProblem) in
        try workspace.setGateway(name, field, to: text)
      }
    } catch {
      let notice = Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo)
      return [.gateways(.refused(name, field, text: text, notice))]
    }
    return try await followGateways()
      + [.notice(Notice(.info, "The field \(field.label) of \(name) was changed."))]
  }

  /// Writes the edited text. If the text has an error, asks whether to edit it again at the line of
  /// the error.
  fileprivate func write(settings text: String) async throws -> [AppEvent] {
    do throws(WorkspaceProblem) {
      let now = try session.context.workspace.settingsText()
      guard now != text else { return [] }
      if let conflict = files.conflict(.settings, text, with: now) { return [conflict] }
      try replaceSettings { (workspace) throws(WorkspaceProblem) in
        try workspace.replaceSettings(text)
      }
    } catch {
      return [.refused(text, of: .settings, for: error)]
    }
    return try await followGateways() + [.notice(Notice(.info, "weir.yaml was saved."))]
  }

  private func replaceSettings(
    _ work: (Workspace) throws(WorkspaceProblem) -> Workspace
  ) throws(WorkspaceProblem) {
    var changed = session.context.workspace
    let trust = try session.context.preservingTrust { () throws(WorkspaceProblem) in
      changed = try work(session.context.workspace)
    }
    session = session.using(changed, trust)
  }
}
