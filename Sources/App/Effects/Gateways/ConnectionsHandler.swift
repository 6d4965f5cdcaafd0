import ClientCore
import ClientModel
import ViewModels

/// The effect handler of the limits of the connection pool.
extension ConnectionsEffect: ClientEffect {
  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    let session = context.session
    do {
      switch self {
      case .edit:
        return [.effects([try ConnectionSettings.read(in: session.folders.config).asked])]
      case .set(let pool):
        try ConnectionSettings.write(pool, in: session.folders.config)
        session.client.setConnectionPool(pool)
        return [.notice(Notice(.info, "The limits of the connection pool were changed."))]
      }
    } catch {
      throw Reported.settings(error)
    }
  }
}
