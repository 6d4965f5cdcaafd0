import Synchronization
import TestSupport

/// Holds the responses of one path until the test releases them, and counts how many wait at the same time.
final class GatedServer: Sendable {
  private struct Gate {
    var isOpen = true
    var waiting = 0
    var most = 0
  }

  private let server: AnsweringServer
  private let gate: SharedGate

  /// - Parameter path: The path whose responses wait.
  init(
    holding path: String, _ response: @escaping @Sendable (HTTPRequest) -> String
  ) throws(RigError) {
    let gate = SharedGate()
    self.gate = gate
    server = try AnsweringServer { request in
      if request.path == path { gate.pass() }
      return response(request)
    }
  }

  var url: String { server.url }
  var requests: [HTTPRequest] { server.requests }
  /// Method and target of each request.
  var lines: [String] { server.lines }
  /// The most requests that waited at the gate at once.
  var most: Int { gate.state.withLock { $0.most } }

  func close() { gate.state.withLock { $0.isOpen = false } }
  func open() { gate.state.withLock { $0.isOpen = true } }

  private final class SharedGate: Sendable {
    let state = Mutex(Gate())

    func pass() {
      state.withLock {
        $0.waiting += 1
        $0.most = max($0.most, $0.waiting)
      }
      _ = poll { state.withLock { $0.isOpen } }
      state.withLock { $0.waiting -= 1 }
    }
  }
}
