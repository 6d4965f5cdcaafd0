public import ClientCore
public import ClientModel
import Glibc
import Synchronization

/// A cache on disk that several processes can share. An SQLite file contains the responses, and
/// separate files contain large bodies. Recently used responses are also stored in memory.
///
/// The first call opens the files. The folder may be deleted at any time, and a damaged file is
/// replaced. Calls run on a separate thread, because they may wait for the disk or another process.
public final class SQLiteCache: ResponseCache {
  struct State {
    var file: CacheFile?
    var recent = RecentResponses()
    /// The times of last use that are not written yet, in milliseconds since 1970. They are written
    /// later, so that a hit needs no write.
    var uses: [CacheEntryID: Int64] = [:]
    /// The number of times that the file was recreated after an error. After the third time, the
    /// cache is not used again.
    var recreations = 0
    var isSwept = false
  }

  let folder: String
  private let keyFolder: String
  let vault: Vault
  let marks: CacheMarks
  let clock: any WallClock
  /// The maximum size of rows and body files together, in bytes.
  let limit: Int64
  private let threads = ThreadPool(of: 1)
  private let state = Mutex(State())

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - folder: The folder of the cache. It must not contain other files.
  ///   - keyFolder: The state folder. Its key is used to hash the values that identify a response.
  ///   - cap: The maximum size of the folder. Writes may briefly exceed it by one or two mebibytes.
  public init(
    folder: String, keyFolder: String, cap: ByteCount = .mebibytes(256),
    clock: any WallClock = SystemClock()
  ) {
    self.folder = folder
    self.keyFolder = keyFolder
    vault = Vault(folder: keyFolder)
    marks = CacheMarks(vault)
    self.clock = clock
    // Reserves space for SQLite's log.
    limit = max(1 << 20, cap.bytes - (3 << 20))
  }

  public var mayHoldAnything: Bool { access(CacheFile.path(in: folder), F_OK) == 0 }

  // MARK: Requests

  public func find(_ request: CacheRequest) async -> [CacheCandidate] {
    guard mayHoldAnything else { return [] }
    return await work(else: []) { state in
      let key = try self.marks.mark(request.key)
      guard let responses = try self.responses(key, &state) else { return [] }
      return responses.map { response in
        CacheCandidate(
          response.response,
          request.selects(response.response, mark: self.marks.mark(value:))
            ? .selected : .otherVariant)
      }
    }
  }

  public func body(of response: StoredResponse) async -> CachedBody? {
    let now = clock.now.milliseconds
    return await work(else: nil) { state in
      state.uses[response.id] = now
      if state.uses.count >= 512 { try self.writeUses(&state) }
      if let bytes = state.recent.body(of: response) {
        return bytes.isEmpty ? CachedBody.none : .inline(bytes)
      }
      guard let row = try self.read(&state, { try $0.row(response.id) }) ?? nil,
        row.response.revision == response.revision
      else { return nil }
      return self.body(of: row, in: state)
    }
  }

  public func store(_ response: StoredResponse, for request: CacheRequest, body: CachedBody) async {
    let now = clock.now.milliseconds
    await work(else: ()) { state in
      try PrivateFile.prepareFolder(self.keyFolder)
      let key = try self.marks.mark(request.key)
      var response = response
      guard
        let selecting = request.selecting(for: response.head, mark: self.marks.mark(value:)),
        let stored = try self.take(body, &state)
      else { return }
      response.selecting = selecting
      response.bodyLength = body.length
      let place = try self.marks.mark(place: request.place)
      state.recent.remove(key)
      try self.write(&state, making: true) { table in
        let old = try table.rows(key: key).filter { $0.response.selecting == selecting }
        var files = try table.remove(old.map(\.response.id)).files
        // The new response replaces the first row, which is the newest.
        let replaced = old.first?.response
        var new = response
        (new.id, new.revision) = (
          replaced?.id ?? CacheEntryID(0), replaced.map { $0.revision + 1 } ?? 0
        )
        try table.insert(new, key: key, place: place, body: stored, used: now)
        files += try table.evict(downTo: self.limit)
        return (files, ())
      }
    }
  }

  public func renew(_ response: StoredResponse) async {
    await work(else: ()) { state in
      state.recent.removeAll()
      try self.write(&state) { table in
        _ = try table.update(response)
        return ([], ())
      }
    }
  }

  public func invalidate(_ urls: [String]) async {
    guard !urls.isEmpty, mayHoldAnything else { return }
    await work(else: ()) { state in
      state.recent.removeAll()
      let places = try urls.map { try self.marks.mark(place: $0) }
      try self.write(&state) { table in
        (try places.flatMap { try table.remove(place: $0).files }, ())
      }
    }
  }

  // MARK: Management by the user

  public func entries(matching query: CacheQuery) async -> [StoredResponse] {
    await work(else: []) { state in
      try self.read(&state) { table in
        if let ids = query.ids {
          return try ids.compactMap { try table.row($0)?.response }.sorted { $0.id > $1.id }
        }
        return try table.rows(
          matching: query.text, offset: max(0, query.offset), limit: query.limit ?? .max
        ).map(\.response)
      } ?? []
    }
  }

  /// Counts the matching responses. The query's offset and limit are ignored.
  public func count(matching query: CacheQuery) async -> Int {
    if query.ids != nil { return await entries(matching: query).count }
    return await work(else: 0) { state in
      try self.read(&state) { try $0.count(matching: query.text) } ?? 0
    }
  }

  public func remove(_ ids: [CacheEntryID]) async -> Int {
    await work(else: 0) { state in
      state.recent.removeAll()
      return try self.write(&state) { table in
        let (count, files) = try table.remove(ids)
        return (files, count)
      } ?? 0
    }
  }

  public func clear() async -> Int {
    await work(else: 0) { state in
      state.recent.removeAll()
      let count = try self.write(&state) { table in
        let (count, files) = try table.clear()
        return (files, count)
      }
      // Deleting rows does not shrink the file, so the file is replaced.
      if let file = state.file { self.remake(file, &state) }
      return count ?? 0
    }
  }

  public var size: ByteCount {
    get async {
      await work(else: 0) { state in
        ByteCount(try self.read(&state) { try $0.size() } ?? 0)
      }
    }
  }

  /// Writes pending data and closes the database. The cache must not be used afterwards.
  public func close() async {
    // Without an earlier call there is nothing to close, and a new thread would delay the end of a
    // command.
    guard threads.hasBegun else { return }
    await work(else: ()) { state in
      try self.writeUses(&state)
      state.file?.database.close()
      state.file = nil
    }
  }

  /// Runs an operation after all earlier ones. Returns `nothing` if the operation fails.
  private func work<Value: Sendable>(
    else nothing: Value, _ body: @escaping @Sendable (inout State) throws -> Value
  ) async -> Value {
    await threads.run {
      self.state.withLock { state in
        do { return try body(&state) } catch {
          self.recover(after: error, &state)
          return nothing
        }
      }
    }
  }
}

/// The keyed hashes of the values that identify a response. URLs, credentials and request headers
/// may contain secrets, so the cache files contain only their hashes.
struct CacheMarks: Sendable {
  private let vault: Vault

  init(_ vault: Vault) { self.vault = vault }

  /// Returns a 16-byte hash of all parts of a request's cache key.
  func mark(_ key: CacheKey) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    for group in [[key.url], key.identity, key.additions] {
      // Counts and lengths make the encoding unambiguous.
      Self.append(group.count, to: &bytes)
      for text in group {
        Self.append(text.utf8.count, to: &bytes)
        bytes += text.utf8
      }
    }
    return try mark(bytes, "cache key")
  }

  func mark(place url: String) throws(Failure) -> [UInt8] {
    try mark(Array(url.utf8), "cache place")
  }

  /// Returns the hash of a header value that selects a variant. If the hash key cannot be read, the
  /// hash matches no variant.
  func mark(value: String) -> [UInt8] {
    do throws(Failure) { return try mark(Array(value.utf8), "cache value") } catch { return [] }
  }

  private func mark(_ bytes: [UInt8], _ purpose: String) throws(Failure) -> [UInt8] {
    Array(try vault.hash(bytes, for: purpose).prefix(16))
  }

  private static func append(_ count: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt64(count).littleEndian) { bytes += $0 }
  }
}
