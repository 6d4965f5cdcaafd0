import ClientCore
import ClientModel
import ClientWorkspace
import FoundationEssentials
import ViewModels

/// The changes of the workspace's files and its trust, and the reactions to changes from outside.
extension ClientEffects {
  func facts(_ role: WorkplaceFacts.Role) -> WorkplaceFacts {
    let isScratch = session.workspace.kind == .scratch
    return WorkplaceFacts(
      workspace: isScratch ? "" : session.workspaceName, role: role, isScratch: isScratch,
      folder: isScratch ? FileManager.default.currentDirectoryPath : session.workspace.root,
      trust: session.trust?.standing == .untrusted ? .untrusted : .trusted)
  }

  func requests(_ effect: RequestsEffect) async -> [AppEvent] {
    let events = await changeRequests(effect)
    guard isSaving(effect),
      !events.contains(where: { if case .composer(.saved) = $0 { true } else { false } })
    else { return events }
    return [.composer(.unsaved)] + events
  }

  private func changeRequests(_ effect: RequestsEffect) async -> [AppEvent] {
    if case .addAssertion(let text, _) = effect {
      let assertions = Draft(assertions: [text]).literalAssertions
      if let (_, why) = await session.client.fault(inAssertions: assertions) {
        return [.assertionRefused(text, why: why)]
      }
    }
    return await response { session in
      if let conflict = try conflict(effect) { return [conflict] }
      var effects = RequestEffects(session)
      let events = try effects.carryOut(effect)
      self.session.trust = effects.session.trust
      switch effect {
      case .load(let name), .save(_, let name, _): openFiles[name] = try session.load(name)
      case .rename(let name, let other):
        if openFiles.removeValue(forKey: name) != nil {
          openFiles[other] = try session.load(other)
        }
      case .delete(let name): openFiles[name] = nil
      case .list, .duplicate, .restore, .importFile, .addAssertion, .compare: break
      }
      return events
    }
  }

  private func isSaving(_ effect: RequestsEffect) -> Bool {
    switch effect {
    case .save, .compare: true
    case .list, .load, .rename, .addAssertion, .duplicate, .delete, .importFile, .restore: false
    }
  }

  /// Returns the event for a request whose file changed since it was opened or saved, or nil if it
  /// did not. The version in the file then counts as known, so that saving again replaces that
  /// version.
  private func conflict(_ effect: RequestsEffect) throws -> AppEvent? {
    let (draft, name): (Draft, String)
    switch effect {
    case .compare(let composed, let file): (draft, name) = (composed, file)
    case .save(let composed, let file, .allowed) where openFiles[file] != nil:
      (draft, name) = (composed, file)
    default: return nil
    }
    guard session.workspace.holdsSomething(at: name) else { return nil }
    var saved = try session.load(name)
    if case .save = effect, saved == openFiles[name] { return nil }
    openFiles[name] = saved
    saved.name = name
    let target = try session.requestName(name)
    let change = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.workspace.change(saving: draft, as: target)
    }
    return .composer(.conflict(draft, with: saved, name: name, change))
  }

  // MARK: Graphs

  func graphs(_ effect: GraphsEffect, _ permit: EffectPermit) async -> [AppEvent] {
    await response { session in
      switch effect {
      case .variables(let request):
        let draft = session.ruled(try session.load(request)).draft
        let names = session.preparation(of: .workspace).examine(draft).openNames
        return [.graphs(.variables(names, of: request))]
      case .queue(let plan):
        return try await GraphEffects(session: session, permit: permit).run(plan)
      case .save(let plan, let replacing): return try save(plan, replacing)
      }
    }
  }

  private func save(
    _ plan: GraphPlan, _ replacing: RequestsEffect.Replacing
  ) throws -> [AppEvent] {
    let workspace = session.workspace
    guard let name = RequestName(plan.name) else {
      throw UsageProblem(
        what: "The graph was not saved.", why: "\(plan.name) cannot be a graph's name.",
        whatToDo: "Use a name such as sign-in.")
    }
    if workspace.hasGraph(name) {
      if replacing == .refused { return [.graphs(.taken(plan))] }
      if let known = savedGraphs[name.path] {
        let (now, change) = try Reported.workspace { () throws(WorkspaceProblem) in
          (try workspace.graph(name.path), try workspace.change(saving: plan, as: name))
        }
        savedGraphs[name.path] = now
        if now != known { return [.graphs(.conflict(plan, change))] }
      }
    }
    session.trust = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.preservingTrust { () throws(WorkspaceProblem) in
        try workspace.save(plan, as: name)
      }
    }
    savedGraphs[name.path] = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.graph(name.path)
    }
    return [.graphs(.saved(name.path)), .graphNames(workspace.graphNames())]
  }

  // MARK: Trust

  /// Accepts the files in their last examined state. Asks for trust again if they have changed
  /// since.
  func trustWorkspace() async -> [AppEvent] {
    await response { session in
      guard let trust = session.trust else { return [] }
      _ = try trust.accept(session.workspace, accepted: session.places.trust)
      self.session.trust = try session.examinedTrust()
      return [.place(facts(role))] + (try trustQuestion())
    }
  }

  /// Asks for trust in the files in their current state.
  func askForTrust() async -> [AppEvent] {
    await response { session in
      self.session.trust = try session.examinedTrust()
      return [.place(facts(role))] + (try trustQuestion())
    }
  }

  /// Returns the event that asks for trust, with the changes in the examined files, or no event if
  /// they are trusted.
  func trustQuestion() throws -> [AppEvent] {
    guard let trust = session.trust, trust.standing == .untrusted else { return [] }
    return [.trustAsked(try session.difference(of: trust))]
  }

  /// Creates a workspace in the current folder and continues in it with the same client.
  func makeWorkspace() async -> [AppEvent] {
    await response { session in
      let folder = FileManager.default.currentDirectoryPath
      try NewWorkspace.make(in: folder, places: session.places)
      let workspace = try Workspace.open(folder)
      self.session = try session.opening(
        workspace, environment: workspace.settings.defaultEnvironment)
      responseRules = [:]
      watch?.cancel()
      return try listed(self.session) + [
        .requests(try workspace.requestNames().map(\.description)), .requestMethods([:]),
        .gateways(self.session.gateways), .catalogsChanged, .workspaceMade(facts(role)),
      ] + trustQuestion()
    }
  }

  // MARK: Changes from outside

  /// Publishes changes of the files. Sleeps in the kernel while there are none.
  func followFiles(publish: @escaping @Sendable (AppEvent) async -> Void) async {
    var root: String?
    // The watch ends when the session leaves its workspace. A new one starts only for another
    // workspace.
    while !hasEnded, root != session.workspace.root {
      root = session.workspace.root
      do {
        let watch = try WorkspaceWatch(
          session.workspace, accepted: session.places.trust, onThread: OwnThread.start)
        self.watch = watch
        for await change in watch.changes {
          for event in await changed(change) { await publish(event) }
        }
      } catch {
        await publish(.notice(Notice(reporting: error)))
      }
    }
  }

  private func changed(_ change: WorkspaceWatch.Change) async -> [AppEvent] {
    let before = session.trust
    // Trust is examined before files are read again, so that new content is not sent under the
    // trust in the old content.
    let trouble = await response { session in
      self.session.trust = try session.examinedTrust()
      return []
    }
    let events = await taken(change)
    return await trust(since: before) + trouble + events
  }

  private func taken(_ change: WorkspaceWatch.Change) async -> [AppEvent] {
    switch change {
    case .requests: return await requests(.list) + (await response { _ in try openRequests() })
    case .catalogs:
      responseRules = [:]
      return [.catalogsChanged]
    case .environments: return await rereadEnvironments()
    case .settings:
      return await response { session in
        guard session.workspace.kind == .project else { return [] }
        self.session = try session.opening(
          try Workspace.open(session.workspace.root), environment: environmentName)
        return [.place(facts(role))] + (try await followGateways())
      }
    case .trust: return []
    }
  }

  /// Returns the events for a change of trust. The user is asked for trust once for each change
  /// that needs trust. If all changed requests may be sent without trust, the screen only shows
  /// that the workspace is no longer trusted.
  private func trust(since before: WorkspaceTrust?) async -> [AppEvent] {
    await response { session in
      let trust = try session.examinedTrust()
      self.session.trust = trust
      guard let before, let trust, trust != before else { return [] }
      let place = AppEvent.place(facts(role))
      guard trust.standing == .untrusted else { return [place] }
      let isAsked = try self.session.needTrust(trust.changes(since: before))
      return [place] + (isAsked ? try trustQuestion() : [])
    }
  }

  var environmentName: String? {
    session.environment.name.isEmpty ? nil : session.environment.name
  }

  /// Returns an event for each open request whose file has changed since it was last read or
  /// written.
  private func openRequests() throws -> [AppEvent] {
    let names = Set(try session.workspace.requestNames().map(\.description))
    var events: [AppEvent] = []
    for (name, known) in openFiles where names.contains(name) {
      let draft = try session.load(name)
      guard draft != known else { continue }
      openFiles[name] = draft
      events.append(.composer(.changedOutside(draft, name: name)))
    }
    return events
  }
}
