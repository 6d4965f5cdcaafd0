public import ClientModel

/// A response that a user stores in the cache. It is treated as if a server had sent it.
public struct CachedValue: Hashable, Sendable {
  /// The status and the header fields.
  public var head: ResponseHead
  /// The decoded body.
  public var body: [UInt8]
  /// The maximum time for which the response is fresh. The fields of the head may set a shorter
  /// time.
  public var storeFor: Duration

  /// Creates a value. By default, the status is 200 and the value stays fresh until it is replaced
  /// or deleted.
  public init(
    head: ResponseHead = ResponseHead(status: 200, reason: "OK"), body: [UInt8],
    storeFor: Duration = unlimited
  ) {
    self.head = head
    self.body = body
    self.storeFor = storeFor
  }

  /// Ten years. No response stays in a cache that long.
  public static let unlimited = Duration.seconds(10 * 365 * 86_400)
}

/// Stores user values in the cache. The key is the same as when the request is sent.
struct CacheWriter {
  let worker: AttemptWorker
  let publisher: EventPublisher

  private var seams: Seams { worker.seams }

  nonisolated(nonsending) func put(
    _ value: CachedValue, for request: PreparedRequest, in workspace: String
  ) async throws(Failure) -> StoredResponse {
    guard let cache = seams.cache else { throw .notPut("This client has no cache.") }
    var request = request
    var rule = request.options.cache ?? CacheRule(mode: .fresh)
    rule.mode = .fresh
    request.options.cache = rule
    guard let asked = try await worker.cacheRequest(for: request, in: workspace) else {
      throw .notPut("The request does not use the cache.")
    }
    if let obstacle = asked.rule.obstacle(
      to: asked.method, body: asked.body == nil ? .none : .fixed,
      headers: asked.headers.map(\.name))
    {
      throw .notPut(obstacle.why, obstacle.whatToDo)
    }
    let (now, marks) = (seams.clock.now, CacheControl(value.head.fields.all("Cache-Control")))
    guard !marks.has("no-store"), CacheRequest.varied(by: value.head) != nil else {
      throw .notPut("Its header fields contain no-store or `Vary: *`, so no request could use it.")
    }
    let response = StoredResponse(
      method: asked.method, displayURL: request.displayURL, head: value.head, requested: now,
      received: now, storeFor: value.storeFor, bodyLength: ByteCount(value.body.count),
      // The response may repeat secrets that are not known here.
      protection: .sealed)
    await cache.store(
      response, for: asked, body: value.body.isEmpty ? .none : .inline(value.body))
    let found = await cache.find(asked).first { candidate in
      candidate.selection == .selected && candidate.response.received == now
    }
    guard let stored = found?.response else {
      throw .notPut(
        "The value is too large, or the cache cannot be written.",
        "Store a smaller value, or run `weir doctor`.")
    }
    let change = Event.CacheChange(method: asked.method, url: request.displayURL)
    publisher.publish(.cacheUpdated(change), if: .cacheUpdated)
    await seams.raise(.cacheUpdated(change), of: nil)
    return stored
  }
}

extension Failure {
  fileprivate static func notPut(
    _ why: String, _ whatToDo: String = "Change the request or the value, then store the value."
  ) -> Failure {
    Failure(
      .invalidRequest, what: "The value was not stored in the cache.", why: why,
      whatToDo: whatToDo)
  }
}
