import ClientCore
import ClientMemory
import ClientModel
import ClientPostgres
import ClientStore
import Glibc
import Synchronization
import TestSupport

/// A clock that stands still until it is set.
final class StillClock: WallClock {
  private let milliseconds = Mutex<Int64>(1_000_000)
  var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }
  func advance(_ by: Int64) { milliseconds.withLock { $0 += by } }
}

/// A folder of its own for each test; it goes with the value that names it.
final class StateFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/weir-store-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit { StateFolder.remove(path) }

  private static func remove(_ path: String) {
    for name in names(in: path) where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    rmdir(path)
  }

  static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Every byte below the folder but the key, file after file.
  func everything(below sub: String = "") -> [UInt8] {
    let folder = path + sub
    return Self.names(in: folder).filter { $0 != "key" }.flatMap { name -> [UInt8] in
      let bytes = Self.bytes(of: "\(folder)/\(name)")
      return bytes + everything(below: "\(sub)/\(name)")
    }
  }

  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&portion, 1, portion.count, file)
      if count == 0 { return bytes }
      bytes += portion.prefix(count)
    }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    chmod(path, 0o600)
  }
}

extension Collection where Element == UInt8 {
  func holds(_ text: String) -> Bool {
    let bytes = Array(self)
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return bytes.withUnsafeBufferPointer { all in
      all.indices.contains { place in
        all[place] == first && place + wanted.count <= all.count
          && wanted.indices.allSatisfy { all[place + $0] == wanted[$0] }
      }
    }
  }
}

/// The storages that fulfil the contract; SQLite's in both of its uses, PostgreSQL's on a server.
enum StoreKind: CaseIterable {
  case memory, sqlite, oneShot, postgres

  func make(in folder: StateFolder, clock: any WallClock) async throws -> any Storage {
    switch self {
    case .memory: return MemoryStorage(clock: clock, bodyFolder: folder.path + "/bodies")
    case .sqlite: return try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    case .oneShot:
      // A store is made as a session, whoever makes it.
      await (try await SQLiteStorage.open(in: folder.path, clock: clock)).storage.close()
      return try await SQLiteStorage.open(in: folder.path, clock: clock, for: .oneShot).storage
    case .postgres:
      return try await PostgresStorage.open(
        on: try PostgresServer.test(for: folder), folder: folder.path, clock: clock)
    }
  }
}

extension PostgresServer {
  /// The store of a folder, on the server that all tests share.
  static func test(
    for folder: StateFolder, on cluster: PostgresCluster? = nil
  ) throws -> PostgresServer {
    let cluster = try cluster ?? PostgresCluster.shared.get()
    // The name of a folder ends with six random letters.
    return try PostgresServer(
      Secret(cluster.address), schema: "store_" + Array(folder.path.utf8.suffix(6)).hexadecimal)
  }
}

extension LaneKey {
  static func fixture(_ name: String = "example") -> LaneKey { LaneKey(name: name) }
}

extension Storage {
  /// Stores one cookie with this value.
  func setCookie(value: String) async throws(Failure) {
    let line = "a.example\tFALSE\t/\tFALSE\t0\tname\t\(value)"
    try await changeCookies([CookieChange(.set(line), in: CookieJarKey())])
  }
}
