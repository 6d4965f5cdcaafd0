public import ClientModel

/// Stores responses for later requests: on disk, in memory, or in another way.
///
/// No call fails: a cache does not contain what it cannot read or write. It decides only what it
/// evicts.
public protocol ResponseCache: CacheListing {
  /// The stored responses with the key of the request, each with whether `Vary` selects it.
  func find(_ request: CacheRequest) async -> [CacheCandidate]

  /// The body of a stored response; nil when it was evicted, or when another revision has taken its place.
  /// Counts as a use of the response.
  func body(of response: StoredResponse) async -> CachedBody?

  /// Stores a response, replacing those with the same key and the same selecting fields: it takes over the id
  /// of the newest of them, with the next revision. The cache assigns id, revision and selecting fields;
  /// those of the argument are ignored.
  func store(_ response: StoredResponse, for request: CacheRequest, body: CachedBody) async

  /// Replaces the head and the times of a response that was validated, unless it is another revision now.
  func renew(_ response: StoredResponse) async

  /// Invalidates every response of these URLs, for all identities. Source: RFC 9111, section 4.4.
  func invalidate(_ urls: [String]) async

  /// False when the cache is certainly empty. Cheap.
  var mayHoldAnything: Bool { get }

  /// Finishes pending writes and releases files. No call may follow.
  func close() async
}

/// The calls with which a user manages a cache.
public protocol CacheListing: Sendable {
  /// The last added first.
  func entries(matching query: CacheQuery) async -> [StoredResponse]
  /// Counts the stored responses that match, ignoring the window of the query.
  func count(matching query: CacheQuery) async -> Int
  /// Returns how many there were.
  @discardableResult
  func remove(_ ids: [CacheEntryID]) async -> Int
  /// Returns how many there were.
  @discardableResult
  func clear() async -> Int
  /// The space that all entries take, with their bodies.
  var size: ByteCount { get async }
}

/// Which stored responses, and which window of them.
public struct CacheQuery: Hashable, Sendable {
  /// Only these responses; nil for all.
  public var ids: [CacheEntryID]?
  /// Part of the address as shown, in any case.
  public var text: String?
  /// How many matching responses to skip.
  public var offset: Int
  /// How many responses to return at most; nil for all.
  public var limit: Int?

  /// Creates a query; by default it matches every response.
  public init(
    ids: [CacheEntryID]? = nil, text: String? = nil, offset: Int = 0, limit: Int? = nil
  ) {
    self.ids = ids
    self.text = text
    self.offset = offset
    self.limit = limit
  }
}

/// A body in a cache, or on its way there.
public enum CachedBody: Hashable, Sendable {
  /// The response has no body.
  case none
  /// The decoded bytes.
  case inline([UInt8])
  /// A file that is complete and never changes.
  case file(path: String, length: ByteCount, sha256: [UInt8])

  /// The number of decoded bytes.
  public var length: ByteCount {
    switch self {
    case .none: 0
    case .inline(let bytes): ByteCount(bytes.count)
    case .file(_, let length, _): length
    }
  }
}
