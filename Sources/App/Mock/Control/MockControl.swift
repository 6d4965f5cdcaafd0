import ClientDocuments
import FoundationEssentials
package import LoopbackHTTP

/// A mock service with test controls. The controls are pending faults and a journal of requests.
///
/// Requests to the controls begin with `/__mock`. They are not in the journal:
///
///     POST /__mock/reset             restores the initial state
///     POST /__mock/faults {...}      adds a fault, or several in a list
///     GET  /__mock/journal           all requests, and the maximum number open at once
package struct MockControl: Sendable {
  /// The response to a request before it is sent.
  package struct Turn: Sendable {
    /// The number of the request. It is nil for a request to the controls.
    let number: Int?
    /// The status that is sent. It is nil if no status is sent.
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
  package mutating func begin(_ request: LoopbackRequest, at time: Duration) -> Turn {
    if request.path.hasPrefix(Self.control) {
      let response = steer(request, at: time)
      return Turn(number: nil, status: response.status, steps: response.steps(to: request.method))
    }
    let number = journal.begin(request, at: time)
    let fault = faults.take(for: request)
    let response = fault?.asksService == false ? nil : service.respond(request, at: time)
    let sending = FaultyResponseSteps(response, to: request, fault: fault)
    return Turn(number: number, status: sending.status, steps: sending.steps)
  }

  /// Records that a response has been sent.
  package mutating func end(_ turn: Turn, at time: Duration) {
    if let number = turn.number { journal.end(number, status: turn.status, at: time) }
  }

  private mutating func steer(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse {
    let name = request.path.dropFirst(Self.control.count)
    do {
      switch name {
      case "journal": return .json(try journal.json)
      case "reset" where request.method == "POST":
        (service, faults, journal) = (fresh, FaultQueue(), MockRequestLog())
        return .json("{}")
      case "faults" where request.method == "POST":
        try faults.add(request.body)
        return .json("{\"waiting\":\(faults.count)}")
      case "reset", "faults": throw MockMisuse("A control needs the method POST.")
      default: return service.respond(request, at: time)
      }
    } catch let misuse as MockMisuse {
      return .json("{\"error\":\(JSONText.quoted(misuse.why))}", status: 400)
    } catch {
      let why = "The body is not JSON, or a member has the wrong type."
      return .json("{\"error\":\(JSONText.quoted(why))}", status: 400)
    }
  }
}

/// The error for an invalid request to the controls.
struct MockMisuse: Error, Hashable {
  let why: String

  init(_ why: String) { self.why = why }
}

extension LoopbackResponse {
  static func json(
    _ text: String, status: Int = 200, fields: [LoopbackField] = []
  ) -> LoopbackResponse {
    .text(text, status: status, type: "application/json", fields: fields)
  }
}
