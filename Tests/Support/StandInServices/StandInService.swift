package import LoopbackHTTP
package import MockServices

/// A stand-in for a service, with switches of its own: `POST /__mock/NAME`.
package protocol StandInService: MockService {
  /// Responds to a request to the service itself.
  mutating func serve(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse

  /// Sets a switch.
  ///
  /// - Parameters:
  ///   - name: The last part of `/__mock/NAME`.
  ///   - value: The JSON of the body; null for an empty body.
  /// - Returns: The response's JSON, or nil if the service does not have the switch.
  mutating func turn(_ name: String, _ value: MockJSON) throws(StandInMisuse) -> MockJSON?
}

/// The error for a value that a switch does not have.
package struct StandInMisuse: Error, Hashable {
  let why: String

  init(_ why: String) { self.why = why }
}

extension StandInService {
  package mutating func respond(
    _ request: LoopbackRequest, at time: Duration
  ) -> LoopbackResponse {
    let switches = "/__mock/"
    guard request.path.hasPrefix(switches) else { return serve(request, at: time) }
    let name = String(request.path.dropFirst(switches.count))
    guard let value = request.body.isEmpty ? .null : MockJSON(request.body) else {
      return .json(["error": "The body is not JSON."], status: 400)
    }
    do throws(StandInMisuse) {
      guard let response = try turn(name, value) else { return LoopbackResponse(404) }
      return .json(response)
    } catch {
      return .json(["error": .text(error.why)], status: 400)
    }
  }
}

extension LoopbackResponse {
  static func json(_ value: MockJSON, status: Int = 200) -> LoopbackResponse {
    .text(value.text, status: status, type: "application/json")
  }
}
