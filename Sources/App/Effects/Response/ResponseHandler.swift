import ClientModel
import ViewModels

/// The effect handler of the response panel.
extension ResponseEffect: ClientEffect {
  /// Begins an effect that waits for a server, jq or a decoder. A later effect may stop it and thus
  /// must not wait for it.
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    let documents = context.documents
    switch self {
    case .loadMore, .runFilter, .stopFilter, .drawPicture, .stopPicture:
      return Task { await documents.carryOut(self) }
    default: return nil
    }
  }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    guard case .storeFilters(let programs) = self else {
      return await context.documents.carryOut(self)
    }
    if await context.role != .demo {
      try FilterHistoryFile(await context.session.folders).write(programs)
    }
    return []
  }
}
