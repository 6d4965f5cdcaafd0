import ClientCatalogs
import ViewModels

/// The effect handler for catalogs. Reading a document takes a long time, and the user may stop it.
extension CatalogsEffect: ClientEffect {
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    guard self != .stop else { return nil }
    return await context.catalogs.begin(
      self, in: await context.session.context.catalogs, publish: context.publish)
  }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    await context.catalogs.stop()
    return []
  }
}
