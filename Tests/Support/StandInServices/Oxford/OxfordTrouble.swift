import LoopbackHTTP

/// An error response of the dictionaries.
///
/// - Source: the response codes in the service's documentation.
struct OxfordTrouble: Error, Hashable {
  let status: Int
  let why: String

  static func bad(_ why: String) -> OxfordTrouble { OxfordTrouble(status: 400, why: why) }
  static func missing(_ why: String) -> OxfordTrouble { OxfordTrouble(status: 404, why: why) }

  /// Returns the response, which is JSON in version two. The format of version one is not
  /// documented.
  func response(_ version: OxfordVersion) -> LoopbackResponse {
    switch version {
    case .one:
      .text(
        "<html><head><title>\(status)</title></head><body>\(why)</body></html>", status: status,
        type: "text/html; charset=utf-8")
    case .two: .json(["error": .text(why)], status: status)
    }
  }
}

enum OxfordVersion: Hashable, Sendable {
  case one, two
}
