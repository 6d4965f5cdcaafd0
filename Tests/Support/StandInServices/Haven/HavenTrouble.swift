import LoopbackHTTP

/// An error response of the service.
///
/// - Source: the codes are from the error table of java-hod-client; the status of a code is
///   assumed.
struct HavenTrouble: Error, Hashable {
  let code: Int
  let reason: String
  let detail: MockJSON?

  init(_ code: Int, _ reason: String, detail: MockJSON? = nil) {
    self.code = code
    self.reason = reason
    self.detail = detail
  }

  static func missing(_ names: [String]) -> HavenTrouble {
    missing(names, "The listed parameters are required")
  }

  static func missing(oneOf names: [String]) -> HavenTrouble {
    missing(names, "Exactly one of the listed parameters is required")
  }

  private static func missing(_ names: [String], _ message: String) -> HavenTrouble {
    HavenTrouble(
      4015, "Missing required parameter(s)",
      detail: ["message": .text(message), "params": .list(names.map { .text($0) })])
  }

  static func value(_ name: String, _ text: String, _ wanted: String) -> HavenTrouble {
    HavenTrouble(
      4008, "Invalid action parameter value",
      detail: ["parameter": .text(name), "value": .text(text), "wanted": .text(wanted)])
  }

  /// The error as JSON: its code, its reason and, if there is one, its detail.
  var json: MockJSON {
    var members: [MockJSON.Member] = [
      .init(name: "error", value: .integer(code)), .init(name: "reason", value: .text(reason)),
    ]
    if let detail { members.append(.init(name: "detail", value: detail)) }
    return .object(members)
  }

  /// The response. An error of the key has its code inside `detail`; all others have it at the top.
  var response: LoopbackResponse {
    guard (2000...2004).contains(code) else { return .json(json, status: status) }
    return .json(
      ["message": .text("The request was not authorized"), "detail": json], status: status)
  }

  private var status: Int {
    switch code {
    case 2000...2004: 401
    case 2010, 2020: 403
    case 4028, 4030: 429
    case 3000...4031: 400
    case 6000: 404
    case 6001: 405
    case 7000...7006: 413
    case 7007...7009: 408
    default: 500
    }
  }
}
