import ClientModel
import ViewModels

/// The effect handler of the open requests that are stored for the next session.
extension DraftsEffect: ClientEffect {
  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    switch self {
    case .store(let requests):
      let events = await EffectContext.response {
        guard !context.hasEnded else { return [] }
        return try context.drafts.store(requests, in: context.session).map { [.notice($0)] }
          ?? []
      }
      return events + [.draftStored]
    case .claim:
      try context.drafts.claim()
      return []
    }
  }
}
