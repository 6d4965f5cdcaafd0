import ClientCore
import ClientModel
import ClientWorkspace
import FoundationEssentials
import ViewModels

/// The effect handler of the workspace. It creates a workspace and trusts the files of a workspace.
extension WorkspaceEffect: ClientEffect {
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    switch self {
    case .make(let catalogs): try context.makeWorkspace(copying: catalogs)
    case .askForTrust: try context.askForTrust()
    case .trust: try context.trust()
    }
  }
}

/// The trust in the workspace's files, and the reactions to external changes.
extension EffectContext {
  var facts: WorkspaceStatus {
    let isScratch = session.context.workspace.kind == .scratch
    return WorkspaceStatus(
      workspace: isScratch ? "" : session.context.workspaceName, role: role, isScratch: isScratch,
      folder: isScratch ? FileManager.default.currentDirectoryPath : session.context.workspace.root,
      id: session.context.owner.id?.text, folders: session.folders.registry.folders,
      trust: session.context.trust?.state == .untrusted ? .untrusted : .trusted)
  }

  /// Accepts the files in the state that was examined last. If they have changed since then, asks
  /// for trust again.
  fileprivate func trust() throws -> [AppEvent] {
    guard let trust = session.context.trust else { return [] }
    _ = try trust.accept(session.context.workspace, accepted: session.folders.trust)
    return try askForTrust()
  }

  /// Asks for trust in the files in their current state.
  fileprivate func askForTrust() throws -> [AppEvent] {
    session.context.trust = try session.context.examinedTrust()
    return [.place(facts), usedEnvironment] + (try trustQuestion())
  }

  /// The event with the values that may be used. Private files can be used only in a trusted
  /// workspace.
  private var usedEnvironment: AppEvent {
    .effects([.list(.useEnvironment(session.context.environment))])
  }

  /// Returns the event that asks for trust and shows the changed files. Returns no event if the
  /// files are trusted.
  func trustQuestion() throws -> [AppEvent] {
    guard let trust = session.context.trust, trust.state == .untrusted else { return [] }
    return [.trustAsked(try session.context.difference(of: trust))]
  }

  /// Creates a workspace in the current folder, and copies catalogs of scratch into it. The client
  /// stays the same.
  fileprivate func makeWorkspace(copying catalogs: [String]) throws -> [AppEvent] {
    let scratch = session.context
    let folder = FileManager.default.currentDirectoryPath
    try NewWorkspace.make(in: folder, folders: session.folders)
    let workspace = try Workspace.open(folder)
    session = try session.opening(workspace, environment: workspace.settings.defaultEnvironment)
    rules.removeAll()
    files.watch?.cancel()
    files = OpenedFiles()
    let problems = copy(catalogs, from: scratch)
    session.context.trust = try session.context.examinedTrust()
    return try environments() + [
      .requests(try workspace.requestNames().map(\.description)), .requestHeads([:]),
      .gateways(.list(session.context.gateways)), .catalogs(.changed), .workspaceMade(facts),
    ] + problems + trustQuestion()
  }

  /// Copies catalogs of another workspace. Returns a notice for each catalog that was not copied.
  private func copy(_ catalogs: [String], from other: RequestContext) -> [AppEvent] {
    catalogs.compactMap { name in
      do {
        try ImportSaving(context: session.context).copy(catalog: name, from: other)
        return nil
      } catch {
        return .notice(Notice(reporting: error))
      }
    }
  }

  // MARK: Changes from outside

  /// Publishes changes of the files. Sleeps in the kernel while there are no changes.
  func followFiles() async {
    var root: String?
    // The watch ends when the session leaves its workspace. A new watch starts only for another
    // workspace.
    while !hasEnded, root != session.context.workspace.root {
      root = session.context.workspace.root
      do {
        let watch = try WorkspaceWatch(
          session.context.workspace, accepted: session.folders.trust, onThread: OwnThread.start)
        files.watch = watch
        for await change in watch.changes {
          for event in await changed(change) { await publish(event) }
        }
      } catch {
        await publish(.notice(Notice(reporting: error)))
      }
    }
  }

  private func changed(_ change: WorkspaceWatch.Change) async -> [AppEvent] {
    let before = session.context.trust
    // Trust is examined before files are read again. Otherwise, new content could be sent because
    // the old content was trusted.
    let trouble = await Self.response {
      session.context.trust = try session.context.examinedTrust()
      return []
    }
    let events = await taken(change)
    return await Self.response { try trust(since: before) } + trouble + events
  }

  private func taken(_ change: WorkspaceWatch.Change) async -> [AppEvent] {
    switch change {
    case .requests:
      let lists = await Self.response { try await RequestsEffect.list.carryOut(in: self) }
      return lists + (await Self.response { try changedRequests() })
    case .catalogs:
      rules.removeAll()
      return [.catalogs(.changed)]
    case .environments: return await Self.response { try rereadEnvironments() }
    case .settings:
      return await Self.response {
        guard session.context.workspace.kind == .project else { return [] }
        session = try session.opening(
          try Workspace.open(session.context.workspace.root), environment: environmentName)
        return [.place(facts)] + (try await followGateways())
      }
    case .trust: return []
    }
  }

  /// Returns the events for a change of trust.
  ///
  /// The user is asked once for each change that needs trust. If all changed requests may be sent
  /// without trust, the screen only shows that the workspace is no longer trusted.
  private func trust(since before: WorkspaceTrust?) throws -> [AppEvent] {
    let trust = try session.context.examinedTrust()
    session.context.trust = trust
    guard let before, let trust, trust != before else { return [] }
    let events = [AppEvent.place(facts), usedEnvironment]
    guard trust.state == .untrusted else { return events }
    let isAsked = try session.context.needTrust(trust.changes(since: before))
    return events + (isAsked ? try trustQuestion() : [])
  }

  /// Returns an event for each open request whose file has changed since it was last read or
  /// written.
  private func changedRequests() throws -> [AppEvent] {
    let names = Set(try session.context.workspace.requestNames().map(\.description))
    var events: [AppEvent] = []
    for (name, known) in files.requests where names.contains(name) {
      let draft = try session.context.load(name)
      guard draft != known else { continue }
      files.requests[name] = draft
      events.append(.composer(.changedOutside(draft, name: name)))
    }
    return events
  }
}
