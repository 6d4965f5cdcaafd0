import Glibc

/// Opens listening sockets that nothing outside this machine can reach.
enum ListeningSocket {
  /// A TCP listener on 127.0.0.1 at a port of the kernel's choice.
  static func loopback() throws(RigError) -> (descriptor: Int32, port: Int) {
    let descriptor = try make(AF_INET)
    var address = loopbackAddress(port: 0)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withSocketAddress(&address) { bind(descriptor, $0, size) }
    guard bound == 0, listen(descriptor, 4096) == 0 else {
      throw failed("listen on 127.0.0.1", descriptor)
    }
    var actual = size
    guard withSocketAddress(&address, { getsockname(descriptor, $0, &actual) }) == 0 else {
      throw failed("learn the port", descriptor)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A stream listener at `path`, which must be free and shorter than 108 bytes.
  static func unix(_ path: String) throws(RigError) -> Int32 {
    let descriptor = try make(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      close(descriptor)
      throw RigError("No socket can be made at \(path).", why: "The path is too long.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard bound == 0, listen(descriptor, 256) == 0 else {
      throw failed("listen on \(path)", descriptor)
    }
    return descriptor
  }

  /// The next connection; nil when the listener was shut down.
  static func accept(_ listener: Int32) -> Int32? {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Opens a connection to 127.0.0.1; nil when nobody listens.
  static func connect(port: Int) throws(RigError) -> Int32? {
    let descriptor = try make(AF_INET)
    var address = loopbackAddress(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    if withSocketAddress(&address, { Glibc.connect(descriptor, $0, size) }) == 0 {
      return descriptor
    }
    close(descriptor)
    return nil
  }

  /// Ports that were free a moment ago, for programs that cannot choose one themselves.
  static func freePorts(_ count: Int) throws(RigError) -> [Int] {
    var held: [(descriptor: Int32, port: Int)] = []
    defer { for each in held { close(each.descriptor) } }
    for _ in 0..<count { held.append(try loopback()) }
    return held.map(\.port)
  }

  /// Waits until somebody listens at all `ports`.
  ///
  /// - Throws: When that takes over 20 seconds, or the program that should listen has ended.
  static func awaitListeners(_ ports: [Int], of child: ChildProcess, _ name: String)
    throws(RigError)
  {
    let end = ContinuousClock.now + .seconds(20)
    for port in ports {
      while true {
        if let descriptor = try connect(port: port) {
          close(descriptor)
          break
        }
        guard child.isRunning, ContinuousClock.now < end else {
          throw RigError(
            "\(name) does not listen on port \(port).",
            why: String(decoding: (child.output + child.errorOutput).suffix(2000), as: UTF8.self),
            whatToDo: "Run `.ci/install --tests` and look at its words above.")
        }
        usleep(10_000)
      }
    }
  }

  static func loopbackAddress(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  static func withSocketAddress<Result>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }

  private static func make(_ family: Int32) throws(RigError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else {
      throw RigError("No socket could be made.", why: String(cString: strerror(errno)))
    }
    return descriptor
  }

  private static func failed(_ verb: String, _ descriptor: Int32) -> RigError {
    let why = String(cString: strerror(errno))
    close(descriptor)
    return RigError("The test server could not \(verb).", why: why)
  }
}
