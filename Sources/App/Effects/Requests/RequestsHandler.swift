import ClientCore
import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler of saved requests.
///
/// A file that has changed since its request was opened is replaced only after a question.
extension RequestsEffect: ClientEffect {
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    if case .importFile(let path) = self {
      do {
        return try await change(in: context)
      } catch {
        return [.importRefused(path, because: Notice(reporting: error))]
      }
    }
    let events = await EffectContext.response { try await change(in: context) }
    guard isSaving,
      !events.contains(where: { if case .composer(.saved) = $0 { true } else { false } })
    else { return events }
    return [.composer(.unsaved)] + events
  }

  private var isSaving: Bool {
    switch self {
    case .save, .compare: true
    case .list, .load, .move, .moveBack, .makeFolder, .addAssertion, .duplicate, .delete,
      .importFile, .restore:
      false
    }
  }

  private func change(in context: isolated EffectContext) async throws -> [AppEvent] {
    if case .addAssertion(let text, _) = self {
      let assertions = Draft(assertions: [text]).literalAssertions
      if let (_, why) = await context.session.client.fault(inAssertions: assertions) {
        return [.assertionRefused(text, why: why)]
      }
    }
    if let conflict = try conflict(in: context) { return [conflict] }
    var effects = RequestEffects(context.session)
    let events = try effects.carryOut(self)
    context.session.context.trust = effects.session.context.trust
    let session = context.session
    switch self {
    case .load(let name), .save(_, let name, _):
      context.files.requests[name] = try session.context.load(name)
    case .move, .moveBack, .delete: try follow(events, in: context)
    case .list, .makeFolder, .duplicate, .restore, .importFile, .addAssertion, .compare: break
    }
    return events
  }

  /// Updates the known versions of moved and deleted files.
  private func follow(_ events: [AppEvent], in context: isolated EffectContext) throws {
    for case .composer(let event) in events {
      switch event {
      case .moved(let moved), .movedBack(let moved):
        for move in moved.names
        where context.files.requests.removeValue(forKey: move.item.path) != nil {
          context.files.requests[move.path] = try context.session.context.load(move.path)
        }
      case .deleted(_, let files, _):
        for file in files { context.files.requests[file.name] = nil }
      default: break
      }
    }
  }

  /// Returns the event for a request whose file has changed since it was opened or saved. Returns
  /// nil if the file is unchanged.
  ///
  /// The current version of the file is then recorded as known, so that saving again replaces it.
  private func conflict(in context: isolated EffectContext) throws -> AppEvent? {
    let session = context.session
    let known: Draft?
    let (draft, name): (Draft, String)
    switch self {
    case .compare(let composed, let file): (draft, name, known) = (composed, file, nil)
    case .save(let composed, let file, .allowed):
      guard let opened = context.files.requests[file] else { return nil }
      (draft, name, known) = (composed, file, opened)
    default: return nil
    }
    guard session.context.workspace.holdsSomething(at: name) else { return nil }
    var saved = try session.context.load(name)
    if saved == known { return nil }
    context.files.requests[name] = saved
    saved.name = name
    let target = try session.context.requestName(name)
    let change = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.context.workspace.change(saving: draft, as: target)
    }
    return .composer(.conflict(draft, with: saved, name: name, change))
  }
}
