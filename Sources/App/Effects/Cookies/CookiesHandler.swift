import ClientModel
import ClientPipeline
import FoundationEssentials
import ViewModels

/// The effect handler of the cookie jar.
extension CookiesEffect: ClientEffect {
  /// The preparation task. Preparing a request reads the cookies, and the current environment
  /// determines the jar.
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    let session = context.session
    var lines = try await session.client.cookies.lines(in: session.context.jar)
    switch self {
    case .list: break
    case .reveal(let cookie):
      let line = lines.first { Self.isLine($0, of: cookie) }
      return line.flatMap(CookieLine.init).map { [.cookies(.value(cookie, $0.value.reveal()))] }
        ?? []
    case .write(let cookie, let value):
      guard let place = lines.firstIndex(where: { Self.isLine($0, of: cookie) }) else { break }
      // The characters are those of RFC 6265, section 4.1.1, and the spaces, commas and quotes that
      // browsers also accept.
      guard var line = CookieLine(lines[place]),
        value.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) && $0 != ";" })
      else {
        throw UsageProblem(
          what: "The cookie \(cookie.name) was not changed.",
          why: "A cookie's value must be printable ASCII without semicolons.",
          whatToDo: "Encode other characters, for instance with percent-encoding.")
      }
      line.value = Secret(value)
      try await session.client.cookies.set(line.line, in: session.context.jar)
    case .clear: try await session.client.cookies.clear(session.context.jar)
    case .delete(let cookie):
      let found = lines.filter { Self.isLine($0, of: cookie) }
      context.deletedCookies[cookie] = (session.context.jar, found)
      try await session.client.cookies.delete(
        found.compactMap(CookieIdentity.init(line:)), in: session.context.jar)
    case .restore(let cookie):
      guard let (jar, deleted) = context.deletedCookies.removeValue(forKey: cookie) else { break }
      for line in deleted { try await session.client.cookies.set(line, in: jar) }
    }
    if self != .list { lines = try await session.client.cookies.lines(in: session.context.jar) }
    return [.cookies(.list(lines.compactMap(CookieLine.init).map(Self.cookie)))]
  }

  private static func isLine(_ line: String, of cookie: Cookie) -> Bool {
    CookieLine(line).map {
      $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
    } ?? false
  }

  private static func cookie(_ line: CookieLine) -> Cookie {
    let expires = line.expires.map {
      "until "
        + Date(timeIntervalSince1970: Double($0.milliseconds / 1000)).formatted(
          .iso8601.year().month().day())
    }
    return Cookie(
      name: line.name, domain: line.domain, path: line.path, expires: expires ?? "this session")
  }
}
