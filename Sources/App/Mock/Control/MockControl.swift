/// A mock service with test controls: pending faults, a journal of requests, and switches.
///
/// The control plane is below `/__mock`; its requests are not in the journal:
///
///     POST /__mock/reset             restores the initial state
///     POST /__mock/faults {...}      adds a fault, or several in a list
///     GET  /__mock/journal           all requests, and the maximum number open at once
///     POST /__mock/NAME {...}        a switch of the service, such as `jobs`
package struct MockControl: Sendable {
  /// The response to a request, before it is sent.
  package struct Turn: Sendable {
    /// The request's number, or nil for the control plane.
    let number: Int?
    /// The status that is sent, or nil if no status is sent.
    package let status: Int?
    package let steps: [WireStep]
  }

  private static let control = "/__mock/"

  private let fresh: any MockService
  private var service: any MockService
  private var faults = FaultQueue()
  private var journal = MockRequestLog()

  package init(_ service: any MockService) {
    fresh = service
    self.service = service
  }

  /// Handles a request and returns the steps that send its response.
  ///
  /// - Parameter time: The time since the server started.
  package mutating func begin(_ request: MockRequest, at time: Duration) -> Turn {
    if request.path.hasPrefix(Self.control) {
      let play = WirePlay(steer(request), to: request, fault: nil)
      return Turn(number: nil, status: play.status, steps: play.steps)
    }
    let number = journal.begin(request, at: time)
    let fault = faults.take(for: request)
    let response = fault?.asksService == false ? nil : service.respond(request, at: time)
    let play = WirePlay(response, to: request, fault: fault)
    return Turn(number: number, status: play.status, steps: play.steps)
  }

  /// Records that a response has been sent.
  package mutating func end(_ turn: Turn, at time: Duration) {
    if let number = turn.number { journal.end(number, status: turn.status, at: time) }
  }

  private mutating func steer(_ request: MockRequest) -> MockResponse {
    let name = String(request.path.dropFirst(Self.control.count))
    do throws(MockMisuse) {
      return .json(try steer(name, request))
    } catch {
      return .json(["error": .text(error.why)], status: 400)
    }
  }

  private mutating func steer(_ name: String, _ request: MockRequest) throws(MockMisuse) -> MockJSON
  {
    if name == "journal" { return journal.json }
    guard request.method == "POST" else { throw MockMisuse("Switches are turned by POST.") }
    var value = MockJSON.null
    if !request.body.isEmpty {
      guard let read = MockJSON(request.body) else { throw MockMisuse("The body is not JSON.") }
      value = read
    }
    switch name {
    case "reset":
      (service, faults, journal) = (fresh, FaultQueue(), MockRequestLog())
      return [:]
    case "faults":
      for fault in value.items ?? [value] { try faults.add(fault) }
      return ["waiting": .integer(faults.count)]
    default:
      guard let response = try service.turn(name, value) else {
        throw MockMisuse("There is no switch `\(name.prefix(40))`.")
      }
      return response
    }
  }
}
