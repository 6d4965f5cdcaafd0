package import LoopbackHTTP
import Synchronization

/// A mock service. It computes a response from its state and a request.
///
/// The same requests in the same order have the same responses. Ids count from one, nothing is
/// random, and the caller supplies the time.
package protocol MockService: Sendable {
  /// Responds to a request. This includes unknown paths below `/__mock`.
  ///
  /// - Parameter time: The time since the service was started.
  mutating func respond(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse
}

extension LoopbackServer {
  /// Starts a server for a mock service and its controls.
  ///
  /// - Parameter port: The port. 0 means any free port.
  package convenience init(
    _ service: any MockService, port: Int = 0
  ) throws(LoopbackProblem) {
    let begun = ContinuousClock.now
    let control = Mutex(MockControl(service))
    try self.init(port: port) { request, send in
      let turn = control.withLock { $0.begin(request, at: ContinuousClock.now - begun) }
      send(turn.steps)
      control.withLock { $0.end(turn, at: ContinuousClock.now - begun) }
    }
  }
}
