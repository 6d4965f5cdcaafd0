public import ClientModel

/// The id of a stored response in its cache. A newer response to the same request takes over the
/// id. Ids are never reused for a different request.
public struct CacheEntryID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of the response, or 0 if the cache has not assigned one yet.
  public let rawValue: Int64

  /// Creates an id from the number that a cache assigned.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: CacheEntryID, right: CacheEntryID) -> Bool {
    left.rawValue < right.rawValue
  }

  public var description: String { "\(rawValue)" }
}

/// A request field listed in `Vary`. Only a keyed hash of the value is stored.
public struct SelectingField: Hashable, Sendable {
  /// The name in lower case.
  public var name: String
  /// The keyed hash of the sent value. Equal values have equal hashes.
  public var mark: [UInt8]

  /// Creates a field. The name must be in lower case.
  public init(name: String, mark: [UInt8]) {
    self.name = name
    self.mark = mark
  }
}

/// A stored response and the times from which its age is computed. The body is read separately.
///
/// - Source: RFC 9111, sections 3 and 4.2.3.
public struct StoredResponse: Hashable, Sendable {
  /// The id, or 0 if the cache has not assigned one yet.
  public var id: CacheEntryID
  /// The method of the request, which is GET or a method in the cache rule.
  public var method: HTTPMethod
  /// The URL for display. It contains no secrets.
  public var displayURL: String
  /// The stored head. It includes the changes of later validations.
  public var head: ResponseHead
  /// The time at which the request was sent. A validation updates it.
  public var requested: Timestamp
  /// The time at which the response arrived. A validation updates it.
  public var received: Timestamp
  /// The lifetime from the cache rule, or nil if the rule sets none.
  public var storeFor: Duration?
  /// The request fields listed in `Vary`.
  public var selecting: [SelectingField]
  /// The size of the decoded body.
  public var bodyLength: ByteCount
  /// The number of replacements under this id. The cache counts them.
  public var revision: Int
  /// The job that received the response, or nil for a response that a user stored.
  public var job: JobID?
  /// The protection of the response. A response that may repeat secrets is encrypted.
  public var protection: AttemptEnd.Protection

  /// Creates a response that is not in a cache yet.
  public init(
    id: CacheEntryID = CacheEntryID(0), method: HTTPMethod = .get, displayURL: String,
    head: ResponseHead,
    requested: Timestamp, received: Timestamp, storeFor: Duration? = nil,
    selecting: [SelectingField] = [], bodyLength: ByteCount = 0, revision: Int = 0,
    job: JobID? = nil,
    protection: AttemptEnd.Protection = .plain
  ) {
    self.id = id
    self.method = method
    self.displayURL = displayURL
    self.head = head
    self.requested = requested
    self.received = received
    self.storeFor = storeFor
    self.selecting = selecting
    self.bodyLength = bodyLength
    self.revision = revision
    self.job = job
    self.protection = protection
  }

  var control: CacheControl { CacheControl(head.fields.all("Cache-Control")) }
}

/// A response stored under the key of a request. `Vary` decides whether the request may use it.
public struct CacheCandidate: Hashable, Sendable {
  /// The result of comparing the request with the response's `Vary`.
  public enum Selection: Hashable, Sendable {
    /// The request has the same values as the request of the stored response.
    case selected
    /// The request differs in a field listed in `Vary`. The response may be validated, but not
    /// used.
    case otherVariant
  }

  /// The stored response.
  public var response: StoredResponse
  /// The result of comparing the request with the response's `Vary`.
  public var selection: Selection

  /// Creates a candidate. By default, the request may use the response.
  public init(_ response: StoredResponse, _ selection: Selection = .selected) {
    self.response = response
    self.selection = selection
  }
}
