public import ClientModel

/// Stores responses for later requests, for example on disk or in memory.
///
/// Calls do not fail. A response that cannot be read or written is treated as missing. The cache
/// itself decides only which responses to evict.
public protocol ResponseCache: CacheListing {
  /// Returns the responses stored under a request's key. Each candidate states whether `Vary`
  /// selects it.
  func find(_ request: CacheRequest) async -> [CacheCandidate]

  /// Returns the body of a stored response. Returns nil if the response was evicted or replaced by
  /// a newer revision. The call counts as a use of the response.
  func body(of response: StoredResponse) async -> CachedBody?

  /// Stores a response. It replaces the responses that have the same key and the same selecting
  /// fields.
  ///
  /// The response gets the id of the newest replaced response, and the next revision. The cache
  /// assigns id, revision and selecting fields. The values in the argument are ignored.
  func store(_ response: StoredResponse, for request: CacheRequest, body: CachedBody) async

  /// Replaces the head and the times of a validated response. Does nothing if the stored revision
  /// differs.
  func renew(_ response: StoredResponse) async

  /// Invalidates all responses of these URLs, for all identities. Source: RFC 9111, section 4.4.
  func invalidate(_ urls: [String]) async

  /// Whether the cache may contain responses. False if it is certainly empty. The check must be
  /// fast.
  var mayHoldAnything: Bool { get }

  /// Finishes pending writes and closes files. No call may follow.
  func close() async
}

/// The functions for managing a cache.
public protocol CacheListing: Sendable {
  /// Returns the matching responses, newest first.
  func entries(matching query: CacheQuery) async -> [StoredResponse]
  /// Returns the number of matching responses. The query's offset and limit are ignored.
  func count(matching query: CacheQuery) async -> Int
  /// Removes responses and returns their number.
  @discardableResult
  func remove(_ ids: [CacheEntryID]) async -> Int
  /// Removes all responses and returns their number.
  @discardableResult
  func clear() async -> Int
  /// The size of all entries, including their bodies.
  var size: ByteCount { get async }
}

/// Selects stored responses, and sets the offset and the limit of the result.
public struct CacheQuery: Hashable, Sendable {
  /// The ids to select, or nil for all.
  public var ids: [CacheEntryID]?
  /// The string that the display URL must contain, or nil for any URL. Case is ignored.
  public var text: String?
  /// The number of matching responses to skip.
  public var offset: Int
  /// The maximum number of responses to return, or nil for all.
  public var limit: Int?

  /// Creates a query. By default, it selects all responses.
  public init(
    ids: [CacheEntryID]? = nil, text: String? = nil, offset: Int = 0, limit: Int? = nil
  ) {
    self.ids = ids
    self.text = text
    self.offset = offset
    self.limit = limit
  }
}

/// A body in a cache, or a body to be stored in a cache.
public enum CachedBody: Hashable, Sendable {
  /// The response has no body.
  case none
  /// The decoded bytes.
  case inline([UInt8])
  /// The bytes in a file or a store. They are complete and never change.
  case stored(StoredBytes, length: ByteCount, sha256: [UInt8])

  /// The number of decoded bytes.
  public var length: ByteCount {
    switch self {
    case .none: 0
    case .inline(let bytes): ByteCount(bytes.count)
    case .stored(_, let length, _): length
    }
  }
}
