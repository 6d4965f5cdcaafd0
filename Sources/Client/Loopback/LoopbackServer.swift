import Glibc
import Synchronization

/// An HTTP/1.1 server at 127.0.0.1 for programs on this machine. Each connection has a thread.
package final class LoopbackServer: Sendable {
  /// A function that responds to a request, called on the connection's thread.
  ///
  /// - Parameter send: A function that performs steps of the response. It returns after the last
  ///   step, or when the connection has ended.
  package typealias Responder =
    @Sendable (
      _ request: LoopbackRequest, _ send: ([WireStep]) -> Void
    ) -> Void

  /// The maximum number of simultaneous connections. Above it, the connection that has been idle
  /// longest is closed.
  private static let mostConnections = 256
  /// The timeout of an idle connection, in seconds. It also applies to a client that does not read
  /// its response.
  private static let idleTimeout = 60

  /// The state that all threads share. Threads do not retain the server itself, so that it can be
  /// deallocated.
  private final class SharedState: Sendable {
    struct State {
      /// The open connections by descriptor. The value is the start of the connection's idle time,
      /// or nil while a request is processed.
      var open: [Int32: ContinuousClock.Instant?] = [:]
      var isStopped = false
    }

    let state = Mutex(State())
    let respond: Responder

    init(_ respond: @escaping Responder) { self.respond = respond }
  }

  package let port: Int
  private let listener: Int32
  private let floor: SharedState

  /// Starts the server.
  ///
  /// - Parameter port: The port, or 0 for a free one.
  package init(port: Int = 0, respond: @escaping Responder) throws(LoopbackProblem) {
    (listener, self.port) = try Self.listen(port)
    floor = SharedState(respond)
    let (listener, floor) = (self.listener, self.floor)
    let code = Self.startThread { Self.acceptAll(listener, floor) }
    guard code == 0 else {
      close(listener)
      throw LoopbackProblem(port: self.port, error: code)
    }
  }

  deinit { stop() }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// Closes the listener and all connections.
  package func stop() {
    let isFirst = floor.state.withLock { state in
      defer { state.isStopped = true }
      for descriptor in state.open.keys { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return !state.isStopped
    }
    // The accept thread closes the descriptor after it wakes, so that the descriptor is not reused
    // too early.
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private static func acceptAll(_ listener: Int32, _ floor: SharedState) {
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      while floor.state.withLock({ makeRoom(in: &$0) }) { usleep(5000) }
      let isAdmitted = floor.state.withLock { state in
        guard !state.isStopped else { return false }
        state.open[descriptor] = .some(.now)
        return true
      }
      guard isAdmitted else {
        close(descriptor)
        continue
      }
      // If no thread can be started, this thread serves the connection, and new connections wait.
      if startThread({ serve(descriptor, floor) }) != 0 { serve(descriptor, floor) }
    }
    close(listener)
  }

  /// Closes the connection that has been idle longest if there are too many connections.
  ///
  /// - Returns: Whether there are still too many. A closed connection stays in `open` until its own
  ///   thread removes it.
  private static func makeRoom(in state: inout SharedState.State) -> Bool {
    guard !state.isStopped, state.open.count >= mostConnections else { return false }
    let idle = state.open.compactMap { entry in entry.value.map { (entry.key, since: $0) } }
    if let longest = idle.min(by: { $0.since < $1.since }) {
      state.open[longest.0] = .some(nil)
      shutdown(longest.0, Int32(SHUT_RDWR))
    }
    return true
  }

  private static func serve(_ descriptor: Int32, _ floor: SharedState) {
    var limit = timeval(tv_sec: idleTimeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    var reading = RequestReading(ReceivedBytes(descriptor)) { text in
      _ = send(Array(text.utf8), to: descriptor)
    }
    loop: while true {
      switch reading.next() {
      case .end: break loop
      case .refused(let response):
        _ = play(response.steps(to: "GET"), descriptor, floor)
        break loop
      case .request(let request, let keepsAlive):
        floor.state.withLock { $0.open[descriptor] = .some(nil) }
        var isOpen = true
        floor.respond(request) { steps in isOpen = isOpen && play(steps, descriptor, floor) }
        floor.state.withLock { $0.open[descriptor] = .some(.now) }
        guard isOpen, keepsAlive else { break loop }
      }
    }
    floor.state.withLock { state in
      state.open[descriptor] = nil
      _ = close(descriptor)
    }
  }

  /// Sends a response in steps.
  ///
  /// - Returns: Whether the connection stays open.
  private static func play(_ steps: [WireStep], _ descriptor: Int32, _ floor: SharedState) -> Bool {
    for step in steps {
      switch step {
      case .send(let bytes): if !send(bytes, to: descriptor) { return false }
      case .wait(let span): if !wait(span, floor) { return false }
      case .close: return false
      case .reset:
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        return false
      }
    }
    return true
  }

  /// Waits in short steps, and returns false as soon as the server is stopped.
  private static func wait(_ span: Duration, _ floor: SharedState) -> Bool {
    let end = ContinuousClock.now + span
    while ContinuousClock.now < end {
      if floor.state.withLock({ $0.isStopped }) { return false }
      let left = min(end - ContinuousClock.now, .milliseconds(50))
      usleep(UInt32(max(0, left / .microseconds(1))))
    }
    return true
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Starts a detached thread.
  ///
  /// - Returns: 0, or an `errno` value if no thread can start.
  private static func startThread(_ work: @escaping @Sendable () -> Void) -> Int32 {
    final class Work {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 1 << 20)
    let context = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    if code != 0 { context.release() }
    return code
  }

  private static func listen(_ port: Int) throws(LoopbackProblem) -> (Int32, Int) {
    guard let number = UInt16(exactly: port) else {
      throw LoopbackProblem(port: port, error: ERANGE)
    }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw LoopbackProblem(port: port, error: errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && Glibc.listen(descriptor, 1024) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else {
      let error = errno
      close(descriptor)
      throw LoopbackProblem(port: port, error: error)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// The reason why a server was not started.
package struct LoopbackProblem: Error, Hashable {
  package let port: Int
  /// The `errno` value.
  package let error: Int32

  package var what: String { "The server was not started." }
  package var why: String {
    error == EADDRINUSE
      ? "Another program listens on port \(port)."
      : "Port \(port) on 127.0.0.1: \(String(cString: strerror(error)))."
  }
  package var whatToDo: String { "Choose another port, or 0 for any free port." }
}
