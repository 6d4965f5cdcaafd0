import CRig
import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server of Debian's package, in a folder of its own, without a network address.
///
/// It ends, and its folder goes, when the value goes away or when the test process ends, however
/// it ends: its guard reads a pipe whose other side only this process holds.
package final class PostgresCluster: Sendable {
  /// The server that all tests of this process share. Each store has a schema of its own there.
  package static let shared = Result { () throws(RigError) in try PostgresCluster() }

  private static let guardScript = """
    folder=$1; shift
    "$@" </dev/null & server=$!
    cat >/dev/null
    kill -QUIT $server; wait $server
    [ -e "$folder/again" ] || rm -rf "$folder"
    """

  private let folder: String
  /// The writing side of the guard's pipe, and its process id.
  private let keeper = Mutex<(pipe: Int32, pid: Int32)>((-1, -1))

  package init() throws(RigError) {
    var template = Array("/tmp/weir-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RigError("No folder could be made.", why: String(cString: strerror(errno)))
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if geteuid() == 0 {
      // The server refuses to run as root.
      guard let user = getpwnam("postgres") else { throw .missing(tool: "PostgreSQL") }
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    try ChildProcess.run(
      try Self.command("initdb") + [
        "-D", folder + "/data", "-U", "weir", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
        "--no-sync", "--no-instructions",
      ], folder: folder)
    try start()
  }

  deinit { stop() }

  /// The address of the server, as libpq reads it.
  package var address: String { "host=\(folder) user=weir dbname=postgres" }

  /// Stops the server as a crash does, without a checkpoint.
  package func crash() {
    _ = FileManager.default.createFile(atPath: folder + "/again", contents: nil)
    stop()
    unlink(folder + "/again")
  }

  /// Makes the stopped server a standby, which can only be read until `promote` is called.
  package func becomeStandby() {
    _ = FileManager.default.createFile(atPath: folder + "/data/standby.signal", contents: nil)
  }

  /// Makes a standby the primary, as a failover does. The server then has a new timeline.
  package func promote() throws(RigError) { try query("SELECT pg_promote()") }

  /// Runs a statement as an administrator. Returns the rows as lines, with `|` between columns.
  @discardableResult
  package func query(_ sql: String, in database: String = "postgres") throws(RigError) -> String {
    try ChildProcess.run(
      try Self.command("psql", asServer: false) + [
        "-X", "-A", "-t", "-h", folder, "-U", "weir", "-c", sql, database,
      ])
  }

  /// Creates a database for a store of its own, and returns its address.
  package func newDatabase(_ name: String) throws(RigError) -> String {
    try query("CREATE DATABASE \(name)")
    return "host=\(folder) user=weir dbname=\(name)"
  }

  /// Starts the server and waits until it accepts connections.
  package func start() throws(RigError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw RigError("No pipe could be made.", why: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let log = open(folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer {
      close(ends[0])
      close(log)
    }
    let arguments =
      ["/bin/sh", "-c", Self.guardScript, "guard", folder] + (try Self.command("postgres"))
      + [
        "-D", folder + "/data", "-c", "listen_addresses=", "-c", "fsync=on", "-c",
        "max_connections=300", "-c", "unix_socket_directories=\(folder)",
      ]
    let pid = try Self.spawn(arguments, in: folder, input: ends[0], output: log)
    keeper.withLock { $0 = (ends[1], pid) }
    let isReady = try Self.command("pg_isready", asServer: false) + ["-q", "-h", folder]
    let limit = ContinuousClock.now + .seconds(60)
    while true {
      do throws(RigError) {
        try ChildProcess.run(isReady)
        return
      } catch {
        guard ContinuousClock.now < limit else {
          throw RigError("PostgreSQL did not start.", why: "Its log is \(folder)/log.")
        }
      }
    }
  }

  private func stop() {
    let (pipe, pid) = keeper.withLock { keeper in
      defer { keeper = (-1, -1) }
      return keeper
    }
    if pid < 0 { return }
    close(pipe)
    var status: Int32 = 0
    _ = waitpid(pid, &status, 0)
  }

  private static func spawn(
    _ arguments: [String], in folder: String, input: Int32, output: Int32
  ) throws(RigError) -> Int32 {
    var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    var variables: [UnsafeMutablePointer<CChar>?] = [
      strdup("PATH=/usr/bin:/bin:/usr/sbin"), strdup("LC_ALL=C.UTF-8"),
    ]
    defer { for text in texts + variables { free(text) } }
    texts.append(nil)
    variables.append(nil)
    let pid: Int32 = texts.map { UnsafePointer($0) }.withUnsafeBufferPointer { texts in
      variables.map { UnsafePointer($0) }.withUnsafeBufferPointer { variables in
        rig_spawn(texts.baseAddress, variables.baseAddress, folder, input, output, output)
      }
    }
    guard pid > 0 else {
      throw RigError("PostgreSQL did not start.", why: String(cString: strerror(-pid)))
    }
    return pid
  }

  /// The words that run a program of the server. Debian keeps them out of the PATH.
  private static func command(
    _ name: String, asServer: Bool = true
  ) throws(RigError) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    var program = ChildProcess.find(name)
    if glob("/usr/lib/postgresql/*/bin/\(name)", 0, nil, &found) == 0 {
      program = found.gl_pathv[Int(found.gl_pathc) - 1].map { String(cString: $0) }
    }
    guard let program else { throw .missing(tool: "PostgreSQL's \(name)") }
    guard asServer, geteuid() == 0 else { return [program] }
    return [
      "/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", program,
    ]
  }
}
