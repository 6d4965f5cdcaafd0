public import ClientModel
import Synchronization

/// A cache in memory, for tests and for programs that do not write files. It does not store bodies
/// that are files.
public final class MemoryCache: ResponseCache {
  fileprivate struct Entry {
    var key: CacheKey
    var url: String
    var response: StoredResponse
    var body: CachedBody
    /// The use counter at the time of the last use.
    var lastUse: Int64
  }

  fileprivate struct State {
    var entries: [CacheEntryID: Entry] = [:]
    var ids: [CacheKey: Set<CacheEntryID>] = [:]
    var lastID: Int64 = 0
    var uses: Int64 = 0
    var size: Int64 = 0
  }

  private let state = Mutex(State())
  private let cap: ByteCount

  /// Creates an empty cache.
  ///
  /// - Parameter cap: The maximum size. If it is exceeded, the least recently used responses are
  ///   removed.
  public init(cap: ByteCount = .mebibytes(64)) { self.cap = cap }

  public func find(_ request: CacheRequest) async -> [CacheCandidate] {
    state.withLock { state in
      (state.ids[request.key] ?? []).compactMap { state.entries[$0]?.response }
        .sorted { $0.id > $1.id }
        .map {
          CacheCandidate($0, request.selects($0, mark: Self.mark) ? .selected : .otherVariant)
        }
    }
  }

  public func body(of response: StoredResponse) async -> CachedBody? {
    state.withLock { state in
      guard state.entries[response.id]?.response.revision == response.revision else { return nil }
      state.uses += 1
      state.entries[response.id]?.lastUse = state.uses
      return state.entries[response.id]?.body
    }
  }

  public func store(_ response: StoredResponse, for request: CacheRequest, body: CachedBody) async {
    if case .stored = body { return }
    guard let selecting = request.selecting(for: response.head, mark: Self.mark) else { return }
    state.withLock { state in
      let key = request.key
      var stored = response
      let replaced = (state.ids[key] ?? []).compactMap { state.entries[$0]?.response }
        .filter { $0.selecting == selecting }
      if let newest = replaced.max(by: { $0.id < $1.id }) {
        (stored.id, stored.revision) = (newest.id, newest.revision + 1)
      } else {
        state.lastID += 1
        (stored.id, stored.revision) = (CacheEntryID(state.lastID), 0)
      }
      for old in replaced { state.drop(old.id) }
      state.uses += 1
      stored.selecting = selecting
      stored.bodyLength = body.length
      state.entries[stored.id] = Entry(
        key: key, url: request.place, response: stored, body: body, lastUse: state.uses)
      state.ids[key, default: []].insert(stored.id)
      state.size += stored.weight
      while state.size > cap.bytes,
        let oldest = state.entries.values.min(by: { $0.lastUse < $1.lastUse })
      {
        state.drop(oldest.response.id)
      }
    }
  }

  public func renew(_ response: StoredResponse) async {
    state.withLock { state in
      guard let old = state.entries[response.id]?.response, old.revision == response.revision
      else { return }
      state.size += response.weight - old.weight
      state.entries[response.id]?.response = response
    }
  }

  public func invalidate(_ urls: [String]) async {
    state.withLock { state in
      for entry in state.entries.values where urls.contains(entry.url) {
        state.drop(entry.response.id)
      }
    }
  }

  public var mayHoldAnything: Bool { state.withLock { !$0.entries.isEmpty } }

  public func entries(matching query: CacheQuery) async -> [StoredResponse] {
    Array(
      matches(of: query).dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max)))
  }

  /// Returns the number of matching responses. The query's offset and limit are ignored.
  public func count(matching query: CacheQuery) async -> Int { matches(of: query).count }

  private func matches(of query: CacheQuery) -> [StoredResponse] {
    state.withLock { state in
      state.entries.values.map(\.response)
        .filter { query.ids?.contains($0.id) ?? true }
        .filter { response in
          query.text.map { response.displayURL.lowercased().contains($0.lowercased()) } ?? true
        }
        .sorted { $0.id > $1.id }
    }
  }

  public func remove(_ ids: [CacheEntryID]) async -> Int {
    state.withLock { state in
      let present = Set(ids).filter { state.entries[$0] != nil }
      for id in present { state.drop(id) }
      return present.count
    }
  }

  public func clear() async -> Int {
    state.withLock { state in
      defer { state = State(lastID: state.lastID) }
      return state.entries.count
    }
  }

  public var size: ByteCount { get async { ByteCount(state.withLock { $0.size }) } }

  /// Does nothing, because no file is open.
  public func close() async {}

  /// Returns the bytes of the value. A hash is unnecessary, because the value stays in memory.
  private static func mark(_ value: String) -> [UInt8] { Array(value.utf8) }
}

extension MemoryCache.State {
  fileprivate mutating func drop(_ id: CacheEntryID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    size -= entry.response.weight
    ids[entry.key]?.remove(id)
    if ids[entry.key]?.isEmpty ?? false { ids[entry.key] = nil }
  }
}

extension StoredResponse {
  /// The approximate size in memory. The body is included.
  package var weight: Int64 {
    bodyLength.bytes + 256
      + head.fields.reduce(0) { $0 + Int64($1.name.utf8.count + $1.value.utf8.count + 64) }
  }
}
