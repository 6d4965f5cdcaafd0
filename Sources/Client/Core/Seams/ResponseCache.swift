public import ClientModel

/// A cache that stores responses for later requests: on disk, in memory, or elsewhere.
///
/// No call fails: a response that cannot be read or written is not in the cache. The cache's only
/// own decision is which responses it evicts.
public protocol ResponseCache: CacheListing {
  /// Returns the responses stored under the key of the request. Each candidate shows whether `Vary`
  /// selects it.
  func find(_ request: CacheRequest) async -> [CacheCandidate]

  /// Returns the body of a stored response, or nil if it was evicted or another revision has
  /// replaced it. Counts as a use of the response.
  func body(of response: StoredResponse) async -> CachedBody?

  /// Stores a response and replaces the responses with the same key and the same selecting fields.
  /// The new response gets the id of the newest replaced response, with the next revision. The
  /// cache assigns id, revision and selecting fields, and ignores the values in the argument.
  func store(_ response: StoredResponse, for request: CacheRequest, body: CachedBody) async

  /// Replaces the head and the times of a response that was validated, unless the stored revision
  /// differs.
  func renew(_ response: StoredResponse) async

  /// Invalidates every response of these URLs, for all identities. Source: RFC 9111, section 4.4.
  func invalidate(_ urls: [String]) async

  /// Whether the cache may contain responses. False if it is certainly empty. The check is cheap.
  var mayHoldAnything: Bool { get }

  /// Finishes pending writes and releases files. No call may follow.
  func close() async
}

/// The calls with which a user manages a cache.
public protocol CacheListing: Sendable {
  /// Returns the matching responses, newest first.
  func entries(matching query: CacheQuery) async -> [StoredResponse]
  /// Counts the matching responses. The query's offset and limit are ignored.
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

/// A selection of stored responses, with an offset and a limit.
public struct CacheQuery: Hashable, Sendable {
  /// The ids to select, or nil for all.
  public var ids: [CacheEntryID]?
  /// A string that the display URL must contain, compared case-insensitively, or nil for any URL.
  public var text: String?
  /// The number of matching responses to skip.
  public var offset: Int
  /// The maximum number of responses to return, or nil for all.
  public var limit: Int?

  /// Creates a query. By default, it matches every response.
  public init(
    ids: [CacheEntryID]? = nil, text: String? = nil, offset: Int = 0, limit: Int? = nil
  ) {
    self.ids = ids
    self.text = text
    self.offset = offset
    self.limit = limit
  }
}

/// A body that is in a cache or is to be stored in it.
public enum CachedBody: Hashable, Sendable {
  /// The response has no body.
  case none
  /// The decoded bytes.
  case inline([UInt8])
  /// Bytes that are complete and never change.
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
