import Foundation
import Glibc
import Synchronization

/// Accepts connections on loopback ports (or a unix socket) and gives each its own thread.
///
/// Ports are chosen by the kernel. `stop()` cuts what is open and waits until every thread is gone.
package final class ConnectionServer: Sendable {
  package typealias Handler = @Sendable (Connection) -> Void

  /// The ports in the order of the listeners; empty for a unix socket.
  package let ports: [Int]
  package var port: Int { ports.first ?? 0 }
  private let listeners: [Int32]
  private let connections = OpenConnections()
  private let threads = DispatchGroup()

  /// Listens on 127.0.0.1 at `listeners` free ports.
  package init(listeners count: Int = 1, handler: @escaping Handler) throws(RigError) {
    var sockets: [Int32] = []
    var ports: [Int] = []
    for _ in 0..<count {
      let listener = try ListeningSocket.loopback()
      sockets.append(listener.descriptor)
      ports.append(listener.port)
    }
    self.listeners = sockets
    self.ports = ports
    startAccepting(handler)
  }

  /// Listens on a unix socket at `path`.
  package init(unixSocket path: String, handler: @escaping Handler) throws(RigError) {
    listeners = [try ListeningSocket.unix(path)]
    ports = []
    startAccepting(handler)
  }

  deinit { stop() }

  /// How many connections were accepted until now.
  package var accepted: Int { connections.accepted }

  /// Closes the listeners and every connection, then waits for the threads.
  package func stop() {
    guard connections.cut() else { return }
    for listener in listeners { shutdown(listener, Int32(SHUT_RDWR)) }
    if threads.wait(timeout: .now() + 30) == .timedOut {
      print("rig: a server thread did not end within 30 seconds")
    }
    for listener in listeners { close(listener) }
  }

  private func startAccepting(_ handler: @escaping Handler) {
    for (index, listener) in listeners.enumerated() {
      let port = ports.isEmpty ? 0 : ports[index]
      // The threads hold these two and not the server, whose deinit must be able to come.
      let (threads, connections) = (self.threads, self.connections)
      threads.enter()
      Thread.detachNewThread {
        defer { threads.leave() }
        while let descriptor = ListeningSocket.accept(listener) {
          guard let number = connections.admit(descriptor) else { return }
          threads.enter()
          Thread.detachNewThread {
            defer { threads.leave() }
            handler(Connection(descriptor: descriptor, number: number, localPort: port))
            connections.close(descriptor)
          }
        }
      }
    }
  }
}

/// The descriptors that `stop()` has to cut. Closing goes through it, so that no number that the
/// kernel has given out again is cut by mistake.
private final class OpenConnections: Sendable {
  private let state = Mutex(State())

  private struct State {
    var open: Set<Int32> = []
    var accepted = 0
    var isStopped = false
  }

  var accepted: Int { state.withLock { $0.accepted } }

  /// Cuts all that is open; false when that was done before.
  func cut() -> Bool {
    state.withLock { state in
      defer { state.isStopped = true }
      for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return !state.isStopped
    }
  }

  /// The connection's number; nil (and closed) after the end.
  func admit(_ descriptor: Int32) -> Int? {
    state.withLock { state in
      guard !state.isStopped else {
        Glibc.close(descriptor)
        return nil
      }
      state.open.insert(descriptor)
      state.accepted += 1
      return state.accepted
    }
  }

  func close(_ descriptor: Int32) {
    state.withLock { state in
      state.open.remove(descriptor)
      _ = Glibc.close(descriptor)
    }
  }
}
