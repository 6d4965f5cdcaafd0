import ClientCatalogs
import ViewModels

/// The effect handler for catalogs. Reading a document takes a long time, and the user may stop it.
extension CatalogsEffect: ClientEffect {
  func begin(in workplace: EffectContext) async throws -> Task<[AppEvent], Never>? {
    guard self != .stop else { return nil }
    return await workplace.catalogs.begin(
      self, in: await workplace.session.context.workspace.root, publish: workplace.publish)
  }

  func carryOut(in workplace: EffectContext) async throws -> [AppEvent] {
    await workplace.catalogs.stop()
    return []
  }
}
