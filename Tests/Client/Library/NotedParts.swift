import ClientCore
import ClientModel

/// A transport of the program's own: another one, with a note of what is sent.
struct NotedTransport: Transport {
  private let other: any Transport
  private let diary: Diary

  init(_ other: any Transport, _ diary: Diary) {
    self.other = other
    self.diary = diary
  }

  var events: AsyncStream<[TransportEvent]> { other.events }

  func begin(_ attempts: [OutgoingAttempt]) {
    for _ in attempts { diary.note("send") }
    other.begin(attempts)
  }

  func cancel(_ attempts: [AttemptID]) { other.cancel(attempts) }
  var capacity: Int { other.capacity }
  func shutDown() async { await other.shutDown() }
}

/// A cache of the program's own: in memory, with a note of what is looked up and stored.
struct NotedCache: ResponseCache {
  private let memory = MemoryCache()
  private let diary: Diary

  init(_ diary: Diary) { self.diary = diary }

  func find(_ request: CacheRequest) async -> [CacheCandidate] {
    diary.note("look up")
    return await memory.find(request)
  }

  func store(_ response: StoredResponse, for request: CacheRequest, body: CachedBody) async {
    diary.note("store")
    await memory.store(response, for: request, body: body)
  }

  func body(of response: StoredResponse) async -> CachedBody? {
    await memory.body(of: response)
  }
  func renew(_ response: StoredResponse) async { await memory.renew(response) }
  func invalidate(_ urls: [String]) async { await memory.invalidate(urls) }
  var mayHoldAnything: Bool { memory.mayHoldAnything }
  func entries(matching query: CacheQuery) async -> [StoredResponse] {
    await memory.entries(matching: query)
  }
  func count(matching query: CacheQuery) async -> Int { await memory.count(matching: query) }
  func remove(_ ids: [CacheEntryID]) async -> Int { await memory.remove(ids) }
  func clear() async -> Int { await memory.clear() }
  var size: ByteCount { get async { await memory.size } }
  func close() async { await memory.close() }
}
