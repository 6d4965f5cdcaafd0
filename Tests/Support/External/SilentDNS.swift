import Glibc
import Synchronization

/// A name server that never answers, for one program and its children.
///
/// It listens on a loopback address of its own at port 53, and a private mount puts that address
/// into the program's view of `/etc/resolv.conf`. Needs root.
package final class SilentDNS: Sendable {
  private let folder: TemporaryFolder
  private let descriptor: Int32
  private let seen = Mutex(0)

  /// Whether this machine lets a test have a name server of its own; some containers do not.
  package static let isPossible: Bool = {
    guard geteuid() == 0 else { return false }
    do {
      return try ChildProcess(["/usr/bin/unshare", "-m", "/bin/true"], environment: [:]).wait()
        == .exited(0)
    } catch {
      return false
    }
  }()

  package init() throws {
    folder = try TemporaryFolder()
    descriptor = socket(
      AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = ListeningSocket.loopbackAddress(port: 53)
    address.sin_addr.s_addr = UInt32(0x7f00_0035).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard ListeningSocket.withSocketAddress(&address, { bind(descriptor, $0, size) }) == 0 else {
      let why = String(cString: strerror(errno))
      close(descriptor)
      throw RigError(
        "No silent name server on 127.0.0.53.", why: why, whatToDo: "Run the test as root.")
    }
    try folder.write("resolv.conf", "nameserver 127.0.0.53\noptions timeout:30 attempts:2\n")
  }

  deinit { close(descriptor) }

  /// How many questions have come until now, those asked again among them: a resolver asks again after 30 s.
  package var queries: Int {
    seen.withLock { seen in
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 { seen += 1 }
      return seen
    }
  }

  /// The file to be seen as `/etc/resolv.conf`.
  package var configuration: String { folder.path("resolv.conf") }

  /// The command that runs `command` with this name server alone. Its pid stays the program's.
  package func around(_ command: [String]) -> [String] {
    [
      "/usr/bin/unshare", "-m", "/bin/sh", "-c",
      "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"", folder.path("resolv.conf"),
    ] + command
  }
}
