import ClientCore
import ClientHTTP
import ClientModel
import ClientStore
import Synchronization
import TestSupport

/// The library as a program outside uses it: a store in a folder of its own, a transport, and a client
/// that runs what is queued.
struct LibraryRig {
  let folder: TemporaryFolder
  let client: Client
  let lane = LaneKey(name: "rig")

  init(
    transport: any Transport = CurlTransport(), cache: (any ResponseCache)? = nil,
    middleware: (any MiddlewareSource)? = nil
  ) async throws {
    folder = try TemporaryFolder()
    let opened = try await SQLiteStorage.open(in: folder.path("state"), clock: SystemClock())
    client = Client(
      storage: opened.storage, transport: transport, cache: cache, middleware: middleware,
      options: ClientOptions(firstPause: .milliseconds(300)))
    try await client.start(as: .runner)
  }

  /// Commits requests to the rig's lane.
  func submit(_ requests: PreparedRequest...) async throws -> [JobID] {
    try await submit(requests)
  }

  func submit(_ requests: [PreparedRequest]) async throws -> [JobID] {
    try await client.submit(requests.map { NewJob(request: $0, lane: lane) })
  }

  /// Commits a request and waits for its end.
  func send(_ request: PreparedRequest) async throws -> (job: Job, result: AttemptResult?) {
    let ids = try await submit(request)
    let job = try await client.wait(for: ids)[0]
    return (job, try await client.attempts(of: ids[0]).last?.result)
  }

  func jobs(_ state: JobState.Word) async throws -> [JobID] {
    try await client.jobs(matching: JobQuery(states: [state])).map(\.id)
  }

  /// Waits until as many requests are at the server and none is on its way.
  func isAt(_ server: LedgerServer, _ count: Int) async throws -> Bool {
    for _ in 0..<2000 {
      let running = try await client.count(matching: JobQuery(states: [.running]))
      if server.held == count, running == count { return true }
      try await onOwnThread { _ = poll(for: .milliseconds(5)) { server.held == count ? nil : 0 } }
    }
    return false
  }
}

extension AttemptResult {
  /// A short body as text.
  var text: String {
    guard case .inline(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What happened, in its order; and where a stage waits until the test lets it go on.
final class Diary: Sendable {
  private struct Pages {
    var words: [String] = []
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var passed: Set<String> = []
  }

  private let pages = Mutex(Pages())

  var words: [String] { pages.withLock { $0.words } }

  func note(_ word: String) { pages.withLock { $0.words.append(word) } }

  /// Returns after `open` of the same name.
  func wait(for name: String) async {
    await withCheckedContinuation { continuation in
      let isOpen = pages.withLock { pages in
        guard !pages.passed.contains(name) else { return true }
        pages.waiting[name] = continuation
        return false
      }
      if isOpen { continuation.resume() }
    }
  }

  func open(_ name: String) {
    pages.withLock { pages in
      pages.passed.insert(name)
      return pages.waiting.removeValue(forKey: name)
    }?.resume()
  }

  /// Whether the words came to be these before patience ended.
  func comesTo(_ wanted: [String]) async throws -> Bool {
    try await onOwnThread { poll { self.words == wanted ? true : nil } ?? false }
  }
}
