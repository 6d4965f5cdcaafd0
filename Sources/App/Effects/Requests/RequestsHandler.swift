import ClientCore
import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler of saved requests. A request whose file has changed since it was opened is
/// not replaced without a question.
extension RequestsEffect: ClientEffect {
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in workplace: isolated EffectContext) async throws -> [AppEvent] {
    let events = await EffectContext.response { try await change(in: workplace) }
    guard isSaving,
      !events.contains(where: { if case .composer(.saved) = $0 { true } else { false } })
    else { return events }
    return [.composer(.unsaved)] + events
  }

  private var isSaving: Bool {
    switch self {
    case .save, .compare: true
    case .list, .load, .rename, .addAssertion, .duplicate, .delete, .importFile, .restore: false
    }
  }

  private func change(in workplace: isolated EffectContext) async throws -> [AppEvent] {
    if case .addAssertion(let text, _) = self {
      let assertions = Draft(assertions: [text]).literalAssertions
      if let (_, why) = await workplace.session.client.fault(inAssertions: assertions) {
        return [.assertionRefused(text, why: why)]
      }
    }
    if let conflict = try conflict(in: workplace) { return [conflict] }
    var effects = RequestEffects(workplace.session)
    let events = try effects.carryOut(self)
    workplace.session.context.trust = effects.session.context.trust
    let session = workplace.session
    switch self {
    case .load(let name), .save(_, let name, _):
      workplace.files.requests[name] = try session.context.load(name)
    case .rename(let name, let other):
      if workplace.files.requests.removeValue(forKey: name) != nil {
        workplace.files.requests[other] = try session.context.load(other)
      }
    case .delete(let name): workplace.files.requests[name] = nil
    case .list, .duplicate, .restore, .importFile, .addAssertion, .compare: break
    }
    return events
  }

  /// Returns the event for a request whose file has changed since the request was opened or saved,
  /// or nil if the file is unchanged. The version in the file then counts as known, so that saving
  /// again replaces it.
  private func conflict(in workplace: isolated EffectContext) throws -> AppEvent? {
    let session = workplace.session
    let known: Draft?
    let (draft, name): (Draft, String)
    switch self {
    case .compare(let composed, let file): (draft, name, known) = (composed, file, nil)
    case .save(let composed, let file, .allowed):
      guard let opened = workplace.files.requests[file] else { return nil }
      (draft, name, known) = (composed, file, opened)
    default: return nil
    }
    guard session.context.workspace.holdsSomething(at: name) else { return nil }
    var saved = try session.context.load(name)
    if saved == known { return nil }
    workplace.files.requests[name] = saved
    saved.name = name
    let target = try session.context.requestName(name)
    let change = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.context.workspace.change(saving: draft, as: target)
    }
    return .composer(.conflict(draft, with: saved, name: name, change))
  }
}
