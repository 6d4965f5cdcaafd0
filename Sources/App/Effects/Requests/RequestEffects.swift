import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler of saved requests.
struct RequestEffects {
  /// The session. After a change, its trust state describes the files that Weir wrote.
  private(set) var session: ClientSession

  init(_ session: ClientSession) { self.session = session }

  mutating func carryOut(_ effect: RequestsEffect) throws -> [AppEvent] {
    let workspace = session.context.workspace
    switch effect {
    case .list: return try lists() + [.graphNames(workspace.graphNames())]
    case .load(let name):
      return [.composer(.loaded(try session.context.load(name), name: name))]
    case .save(let draft, let name, let replacing):
      let target = try session.context.requestName(name)
      if replacing == .refused, try workspace.requestNames().contains(target) {
        throw UsageProblem(
          what: "\(name) was not saved.", why: "A request with that name already exists.",
          whatToDo: "Choose another name.")
      }
      try change { () throws(WorkspaceProblem) in try workspace.save(draft, as: target) }
      return [.composer(.saved(draft, name: target.description))] + (try lists())
    // The request's file was deleted. Otherwise, this case is not reached.
    case .compare(let draft, let name):
      return try carryOut(.save(draft, name: name, .allowed))
    case .addAssertion(let text, nil): return [.composer(.asserted(text))]
    case .addAssertion(let text, let name?):
      var draft = try session.context.load(name)
      let target = try session.context.requestName(name)
      if !draft.assertions.contains(text) {
        draft.assertions.append(text)
        let draft = draft
        try change { () throws(WorkspaceProblem) in try workspace.save(draft, as: target) }
      }
      return [
        .notice(Notice(.info, "The assertion was added to the saved request \(name)."))
      ]
    case .move(let moves): return try move(moves) { .composer(.moved($0)) }
    case .moveBack(let moves): return try move(moves) { .composer(.movedBack($0)) }
    case .makeFolder(let name):
      let name = try session.context.requestName(name)
      try change { () throws(WorkspaceProblem) in try workspace.makeFolder(name) }
    case .duplicate(let items):
      let places = try items.map { (item: $0, name: try session.context.requestName($0.path)) }
      var copies: [SavedItem] = []
      try change { () throws(WorkspaceProblem) in
        for (item, name) in places {
          switch item {
          case .request: copies.append(.request(try workspace.duplicate(name).path))
          case .folder: copies.append(.folder(try workspace.duplicate(folder: name).path))
          }
        }
      }
      return [.copied(items, as: copies)] + (try lists())
    case .delete(let items): return try delete(items)
    case .importFile(let path):
      let events = try FileImport(session: session).carryOut(path)
      session.context.trust = try session.context.examinedTrust()
      return try lists() + events
    case .restore(let files, let folders):
      let files = try files.map { (name: try session.context.requestName($0.name), bytes: $0.file) }
      let folders = try folders.map(session.context.requestName)
      try change { () throws(WorkspaceProblem) in
        for folder in folders where !workspace.hasFolder(folder) {
          try workspace.makeFolder(folder)
        }
        for (name, bytes) in files { try workspace.restore(bytes, as: name) }
      }
    }
    return try lists()
  }

  // MARK: Several requests and folders

  /// Moves requests and folders. If a move fails, the later moves are not started. The events then
  /// contain the completed moves and the failure.
  private mutating func move(
    _ moves: [SavedMove], _ event: (MovedRequests) -> AppEvent
  ) throws -> [AppEvent] {
    let workspace = session.context.workspace
    var steps: [(move: SavedMove, from: RequestName, to: RequestName)] = []
    for move in moves {
      let from = try session.context.requestName(move.item.path)
      let to = try session.context.requestName(move.path)
      let isTaken =
        if case .request = move.item { workspace.hasRequest(to.path) } else {
          workspace.hasFolder(to)
        }
      guard !isTaken, !steps.contains(where: { $0.to == to }) else {
        throw UsageProblem(
          what: "Nothing was moved.", why: "\(to) already exists.",
          whatToDo: "Rename one of the two first, or choose another folder.")
      }
      steps.append((move, from, to))
    }
    let planned = steps
    var (done, names) = ([SavedMove](), [SavedMove]())
    var graphs: (changed: [String], outdated: [String]) = ([], [])
    var problem: WorkspaceProblem?
    try change { () throws(WorkspaceProblem) in
      do throws(WorkspaceProblem) {
        for (move, from, to) in planned {
          switch move.item {
          case .request:
            try workspace.rename(from, to: to)
            names.append(SavedMove(.request(from.path), to: to.path))
          case .folder:
            let requests = try workspace.requests(in: from)
            try workspace.rename(folder: from, to: to)
            names += requests.map { request in
              SavedMove(
                .request(request.path),
                to: to.path + request.path.dropping(bytes: from.path.utf8.count))
            }
          }
          done.append(move)
        }
        let pairs = names.map { ($0.item.path, $0.path) }
        graphs = try workspace.renameRequests(
          inGraphs: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
      } catch {
        // Completed moves are not undone, so the trust in the moved files must be stored as well.
        problem = error
      }
    }
    let moved = MovedRequests(
      done, names: names, graphs: graphs.changed, outdated: graphs.outdated)
    let failure = problem.map { [AppEvent.notice(Notice(reporting: $0))] } ?? []
    return (done.isEmpty ? [] : [event(moved)]) + (try lists()) + failure
  }

  private mutating func delete(_ items: [SavedItem]) throws -> [AppEvent] {
    let workspace = session.context.workspace
    var requests: [RequestName] = []
    var folders: [RequestName] = []
    for item in items {
      let name = try session.context.requestName(item.path)
      switch item {
      case .request: requests.append(name)
      case .folder:
        folders.append(name)
        requests += try workspace.requests(in: name)
      }
    }
    // All files are read before the first one is deleted, so that each can be restored.
    let files = try requests.map { DeletedRequest($0.path, file: try workspace.bytes(of: $0)) }
    let (named, emptied) = (requests, folders)
    var deleted: [String] = []
    try change { () throws(WorkspaceProblem) in
      for name in named { try workspace.delete(name) }
      for folder in emptied { deleted += try workspace.deleteEmptyFolders(folder) }
    }
    let kept = folders.filter { workspace.hasFolder($0) }.map { folder in
      AppEvent.notice(
        Notice(
          .info, "The folder \(folder) was not deleted.",
          why: "It contains files that are not requests.", whatToDo: "Delete them yourself."))
    }
    return [.composer(.deleted(items, files: files, folders: deleted.reversed()))] + (try lists())
      + kept
  }

  private mutating func change(_ work: () throws(WorkspaceProblem) -> Void) throws {
    session.context.trust = try session.context.preservingTrust(work)
  }

  private func lists() throws -> [AppEvent] {
    let names = try session.context.workspace.requestNames()
    return [
      .requestFolders(session.context.workspace.requestFolders()),
      .requests(names.map(\.description)),
      .requestHeads(session.context.workspace.heads(of: names)),
    ]
  }
}
