import ClientCore
import ClientHTTP
import ClientModel
import Glibc
import Synchronization
import TestSupport

/// A transport with a reader that records everything it says and can be waited on.
final class Traffic: Sendable {
  struct Finish: Sendable {
    let result: AttemptResult
    let facts: FinishFacts
    let bodyPath: String

    var status: Int? { result.head?.status }
    var failure: Failure? { if case .failed(let failure) = result.end { failure } else { nil } }
    var text: String {
      if case .inline(let bytes) = result.body {
        String(decoding: bytes, as: UTF8.self)
      } else {
        ""
      }
    }
  }

  private struct Waiter {
    let holds: @Sendable ([TransportEvent]) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var events: [TransportEvent] = []
    var finishes: [AttemptID: (AttemptResult, FinishFacts)] = [:]
    var finishWaiters: [AttemptID: CheckedContinuation<(AttemptResult, FinishFacts), Never>] = [:]
    var waiters: [Waiter] = []
    var nextJob: Int64 = 0
  }

  let transport: any Transport
  let folder: TemporaryFolder
  private let state = Mutex(State())

  init(_ transport: any Transport = CurlTransport()) throws {
    self.transport = transport
    folder = try TemporaryFolder()
    let stream = transport.events
    Task { [weak self] in
      for await batch in stream { self?.take(batch) }
    }
  }

  deinit { Task { [transport] in await transport.shutDown() } }

  var events: [TransportEvent] { state.withLock { $0.events } }

  func newID() -> AttemptID {
    state.withLock { state in
      state.nextJob += 1
      return AttemptID(job: JobID(state.nextJob), number: 1)
    }
  }

  func path(of id: AttemptID) -> String { folder.path("body-\(id.job.rawValue)") }

  /// Begins without waiting; as a job of its own, unless `attempt` names one.
  func begin(
    _ request: WireRequest, cookies: OutgoingCookies? = nil, as attempt: AttemptID? = nil
  ) -> AttemptID {
    let id = attempt ?? newID()
    transport.begin([
      OutgoingAttempt(
        id: id, request: request, body: NewBody(localFile: path(of: id)), cookies: cookies)
    ])
    return id
  }

  func end(of id: AttemptID) async -> Finish {
    let (result, facts) = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.finishes[id] == nil { state.finishWaiters[id] = continuation }
        return state.finishes[id]
      }
      if let known { continuation.resume(returning: known) }
    }
    return Finish(result: result, facts: facts, bodyPath: path(of: id))
  }

  func send(_ request: WireRequest, cookies: OutgoingCookies? = nil) async -> Finish {
    await end(of: begin(request, cookies: cookies))
  }

  /// Waits until what was said so far fulfils a condition.
  func until(_ holds: @escaping @Sendable ([TransportEvent]) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isTrue = state.withLock { state in
        if holds(state.events) { return true }
        state.waiters.append(Waiter(holds: holds, continuation: continuation))
        return false
      }
      if isTrue { continuation.resume() }
    }
  }

  private func take(_ batch: [TransportEvent]) {
    state.withLock { state in
      state.events += batch
      for case .finished(let id, let result, let facts) in batch {
        state.finishes[id] = (result, facts)
        state.finishWaiters.removeValue(forKey: id)?.resume(returning: (result, facts))
      }
      state.waiters.removeAll { waiter in
        guard waiter.holds(state.events) else { return false }
        waiter.continuation.resume()
        return true
      }
    }
  }
}

extension WireRequest {
  /// A GET.
  static func fixture(
    _ url: String, headers: [(name: String, value: String)] = [],
    authorization: Authentication<String>? = nil, proxy: String? = "",
    options: TransportOptions = TransportOptions()
  ) -> WireRequest {
    fixture(
      .get, url, headers: headers, authorization: authorization, proxy: proxy, options: options)
  }

  /// A request to a local server; its origin is read off the URL's text.
  static func fixture(
    _ method: HTTPMethod, _ url: String, headers: [(name: String, value: String)] = [],
    body: Body = .none, authorization: Authentication<String>? = nil, proxy: String? = "",
    options: TransportOptions = TransportOptions()
  ) -> WireRequest {
    let scheme = url.hasPrefix("https:") ? "https" : "http"
    let authority = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" }
    let parts = authority.split(separator: ":")
    let port = parts.count > 1 ? Int(parts[1]) : nil
    return WireRequest(
      method: method, url: url,
      origin: Origin(
        scheme: scheme, host: String(parts[0]), port: port ?? Origin.defaultPort(of: scheme)),
      headers: headers, body: body, authorization: authorization, proxy: proxy, options: options,
      isRepeatable: method.isIdempotent)
  }
}

extension FileReference {
  /// The file as it is now.
  static func now(_ path: String) throws -> FileReference {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw RigError("No file \(path).", why: String(cString: strerror(errno)))
    }
    return FileReference(
      path: path, size: ByteCount(Int64(status.st_size)),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino))
  }
}
