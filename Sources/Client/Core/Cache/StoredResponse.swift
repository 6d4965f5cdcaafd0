public import ClientModel

/// The identifier of a stored response in its cache. A newer response to the same request gets the
/// id of the response that it replaces. No other response ever has this id.
public struct CacheEntryID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number in its cache, or 0 before the cache has assigned one.
  public let rawValue: Int64

  /// Creates an id from a number that a cache assigned.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: CacheEntryID, right: CacheEntryID) -> Bool {
    left.rawValue < right.rawValue
  }

  public var description: String { "\(rawValue)" }
}

/// A request field that `Vary` names, with a keyed hash of the sent value. The value itself is not
/// stored.
public struct SelectingField: Hashable, Sendable {
  /// The name in lower case.
  public var name: String
  /// A keyed hash of the sent value. Equal values have equal hashes.
  public var mark: [UInt8]

  /// Creates a field. The name must be in lower case.
  public init(name: String, mark: [UInt8]) {
    self.name = name
    self.mark = mark
  }
}

/// A response in a cache, with the times from which its age is computed. Its body is read
/// separately.
///
/// - Source: RFC 9111, sections 3 and 4.2.3.
public struct StoredResponse: Hashable, Sendable {
  /// The id, or 0 until the cache has assigned one.
  public var id: CacheEntryID
  /// The method of the request: GET, or a method that the cache rule lists.
  public var method: HTTPMethod
  /// The URL for display, without secrets.
  public var displayURL: String
  /// The head as stored, with the changes of later validations.
  public var head: ResponseHead
  /// The time at which the request was sent. A validation updates it.
  public var requested: Timestamp
  /// The time at which the response had arrived. A validation updates it.
  public var received: Timestamp
  /// The lifetime from the cache rule of the request, or nil if the rule sets none.
  public var storeFor: Duration?
  /// The request fields that `Vary` names, each with a keyed hash of its value.
  public var selecting: [SelectingField]
  /// The size of the decoded body.
  public var bodyLength: ByteCount
  /// The number of times that a newer response has replaced an older one under this id. Assigned by
  /// the cache.
  public var revision: Int
  /// The job that received the response, or nil for a response that a user stored.
  public var job: JobID?
  /// The protection in the cache. A response is sealed if it may repeat secrets of its request.
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

/// A response stored under the key of a request, and whether `Vary` selects it.
public struct CacheCandidate: Hashable, Sendable {
  /// The result of comparing the request with the fields that `Vary` names.
  public enum Selection: Hashable, Sendable {
    /// The request has the values with which the response was stored.
    case selected
    /// The request differs in a field that `Vary` names. The response must not be used, but it may
    /// be validated.
    case otherVariant
  }

  /// The stored response.
  public var response: StoredResponse
  /// The result of comparing the request with the fields that `Vary` names.
  public var selection: Selection

  /// Creates a candidate. By default, the response is selected.
  public init(_ response: StoredResponse, _ selection: Selection = .selected) {
    self.response = response
    self.selection = selection
  }
}
