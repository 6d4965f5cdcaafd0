public import ClientModel

/// Keeps answers for later requests; replaceable: on disk (`ClientStore`), in memory, or the user's
/// own.
///
/// A cache is never in the way: what it cannot read it does not have, what it cannot write it does
/// not keep, and none of its calls fails. It decides nothing beyond what it evicts; `CachePolicy`
/// does.
public protocol ResponseCache: CacheListing {
  /// Everything kept under the request's key, each with whether `Vary` selects it.
  func find(_ request: CacheRequest) async -> [CacheCandidate]

  /// The body of a kept answer; nil when it is gone. Counts as a use of the answer.
  func body(of id: CacheEntryID) async -> CachedBody?

  /// Keeps an answer in the place of those with the same key and the same selecting fields.
  /// The id and the selecting fields it brings are not looked at: the cache makes them.
  func keep(_ response: StoredResponse, to request: CacheRequest, body: CachedBody) async

  /// Takes over the head and the times of an answer that was validated.
  func renew(_ response: StoredResponse) async

  /// Voids every answer of these addresses, whoever asked for it. Source: RFC 9111, section 4.4.
  func invalidate(_ urls: [String]) async

  /// False when there is surely nothing kept, so that nobody need be told of changes. Cheap.
  var mayHoldAnything: Bool { get }

  /// Finishes pending writes and releases files. No call may follow.
  func close() async
}

/// What a user does with a cache.
public protocol CacheListing: Sendable {
  /// The newest first.
  func entries(matching query: CacheQuery) async -> [StoredResponse]
  /// Counts the stored responses that match, ignoring the window of the query.
  func count(matching query: CacheQuery) async -> Int
  /// Returns how many there were.
  @discardableResult
  func remove(_ ids: [CacheEntryID]) async -> Int
  /// Returns how many there were.
  @discardableResult
  func clear() async -> Int
  /// What everything takes, bodies and all.
  var size: ByteCount { get async }
}

/// Which kept answers, and which window of them.
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
