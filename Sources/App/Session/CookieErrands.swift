import ClientModel
import ClientPipeline
import ViewModels

/// What the session asks of the cookie jar.
struct CookieErrands {
  private let session: ClientSession

  init(_ session: ClientSession) { self.session = session }

  func carryOut(_ effect: CookiesEffect) async throws -> [AppEvent] {
    var lines = try await session.client.cookies(in: session.jar)
    switch effect {
    case .list: break
    case .clear: lines = []
    case .delete(let cookie):
      lines.removeAll { line in
        CookieLine(line).map {
          $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
        } ?? false
      }
    }
    if effect != .list { try await session.client.setCookies(lines, in: session.jar) }
    return [
      .cookies(
        lines.compactMap(CookieLine.init).map {
          Cookie(name: $0.name, domain: $0.domain, path: $0.path)
        })
    ]
  }
}
