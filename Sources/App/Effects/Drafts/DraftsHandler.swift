import ClientModel
import ViewModels

/// The effect handler of the open requests that are stored for the next session.
extension DraftsEffect: ClientEffect {
  func carryOut(in workplace: isolated EffectContext) async throws -> [AppEvent] {
    switch self {
    case .store(let requests):
      let events = await EffectContext.response {
        guard !workplace.hasEnded else { return [] }
        return try workplace.drafts.store(requests, in: workplace.session).map { [.notice($0)] }
          ?? []
      }
      return events + [.draftStored]
    case .claim:
      try workplace.drafts.claim()
      return []
    }
  }
}
