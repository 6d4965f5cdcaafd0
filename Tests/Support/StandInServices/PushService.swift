import ClientModel
package import LoopbackHTTP
import MockServices

/// A simulation of the push notifications of a JustAPIs gateway.
///
/// - Source: the methods of justapis-swift-sdk. The responses are assumed, as no source describes
///   them.
package struct PushService: MockService {
  /// The only valid push endpoint.
  package static let codename = "mock"

  private struct Device: Hashable {
    let platform: String
    let channel: String
    let name: String
    let token: String
  }

  private var devices: [Device] = []

  package init() {}

  package mutating func respond(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse {
    do throws(Refusal) {
      return .json(try route(request))
    } catch {
      return .json(["error": .text(error.why)], status: error.status)
    }
  }

  private struct Refusal: Error {
    let status: Int
    let why: String
  }

  private mutating func route(_ request: LoopbackRequest) throws(Refusal) -> MockJSON {
    let path = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 3, path[0] == "push",
      ["subscribe", "unsubscribe", "publish"].contains(path[2])
    else { throw Refusal(status: 404, why: "There is nothing at \(request.path).") }
    guard request.method == "POST" else {
      throw Refusal(status: 405, why: "\(request.method) is not taken here, only POST.")
    }
    guard PercentEncoding.decode(path[1]) == Self.codename else {
      throw Refusal(status: 404, why: "There is no push endpoint `\(path[1])`.")
    }
    // The SDK sends no Content-Type; if a client sends one, it must be `application/json`.
    guard request.mediaType.isEmpty || request.mediaType == "application/json" else {
      throw Refusal(status: 415, why: "The body is `\(request.mediaType)`, not JSON.")
    }
    guard let body = MockJSON(request.body), body.members != nil else {
      throw Refusal(status: 400, why: "The body is not a JSON object.")
    }
    switch path[2] {
    case "subscribe": return try subscribe(body)
    case "unsubscribe": return try unsubscribe(body)
    default: return try publish(body)
    }
  }

  private mutating func subscribe(_ body: MockJSON) throws(Refusal) -> MockJSON {
    try check(body, known: ["platform", "channel", "period", "name", "token"])
    let device = Device(
      platform: try text("platform", of: body), channel: try text("channel", of: body),
      name: try text("name", of: body), token: try text("token", of: body))
    guard let period = body["period"]?.int, period >= 0 else {
      throw Refusal(status: 400, why: "`period` is missing, or no number of seconds.")
    }
    devices.removeAll { $0.channel == device.channel && $0.token == device.token }
    devices.append(device)
    return [:]
  }

  private mutating func unsubscribe(_ body: MockJSON) throws(Refusal) -> MockJSON {
    try check(body, known: ["platform", "channel", "name", "token"])
    let platform = try text("platform", of: body)
    let channel = try text("channel", of: body)
    guard (body["name"] == nil) != (body["token"] == nil) else {
      throw Refusal(status: 400, why: "One of `name` and `token` is needed.")
    }
    let name = body["name"] == nil ? nil : try text("name", of: body)
    let token = body["token"] == nil ? nil : try text("token", of: body)
    devices.removeAll {
      $0.platform == platform && $0.channel == channel
        && ($0.name == name || $0.token == token)
    }
    return [:]
  }

  private func publish(_ body: MockJSON) throws(Refusal) -> MockJSON {
    try check(body, known: ["channel", "environment", "payload"])
    let channel = try text("channel", of: body)
    _ = try text("environment", of: body)
    guard let payload = body["payload"]?.members, !payload.isEmpty else {
      throw Refusal(status: 400, why: "`payload` is missing, or no object with a member.")
    }
    let platforms = Set(payload.map(\.name))
    let reached = devices.filter {
      $0.channel == channel
        && (platforms.contains($0.platform) || platforms.contains("default"))
    }
    return ["devices": .integer(reached.count)]
  }

  private func text(_ name: String, of body: MockJSON) throws(Refusal) -> String {
    guard let text = body[name]?.string, !text.isEmpty else {
      throw Refusal(status: 400, why: "`\(name)` is missing, or no text.")
    }
    return text
  }

  private func check(_ body: MockJSON, known: Set<String>) throws(Refusal) {
    if let other = body.members?.first(where: { !known.contains($0.name) }) {
      throw Refusal(status: 400, why: "`\(other.name.prefix(40))` is not known here.")
    }
  }
}
