public import ClientModel

/// Names a stored answer within its cache; never used twice.
public struct CacheEntryID: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: Int64

  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: CacheEntryID, right: CacheEntryID) -> Bool {
    left.rawValue < right.rawValue
  }

  public var description: String { "\(rawValue)" }
}

/// A request field that `Vary` names, with a mark of the value that was sent: never the value.
public struct SelectingField: Hashable, Sendable {
  /// In lower case.
  public var name: String
  public var mark: [UInt8]

  public init(name: String, mark: [UInt8]) {
    self.name = name
    self.mark = mark
  }
}

/// An answer as a cache keeps it, with the times its age is reckoned from; its body is fetched
/// when it is needed.
///
/// - Source: RFC 9111, sections 3 and 4.2.3.
public struct StoredResponse: Hashable, Sendable {
  /// 0 until the cache has given it one.
  public var id: CacheEntryID
  /// As shown to people: no secrets.
  public var displayURL: String
  /// The head as stored, with what later validations changed.
  public var head: ResponseHead
  /// When the request left and when its answer was there; a validation sets both anew.
  public var requested: Timestamp
  public var received: Timestamp
  public var storeFor: Duration?
  public var selecting: [SelectingField]
  public var bodyLength: ByteCount
  /// The job whose exchange made it.
  public var job: JobID?
  /// Sealed when it answers a request with secrets, which it may repeat.
  public var keeping: AttemptEnd.Keeping

  public init(
    id: CacheEntryID = CacheEntryID(0), displayURL: String, head: ResponseHead,
    requested: Timestamp, received: Timestamp, storeFor: Duration? = nil,
    selecting: [SelectingField] = [], bodyLength: ByteCount = 0, job: JobID? = nil,
    keeping: AttemptEnd.Keeping = .plain
  ) {
    self.id = id
    self.displayURL = displayURL
    self.head = head
    self.requested = requested
    self.received = received
    self.storeFor = storeFor
    self.selecting = selecting
    self.bodyLength = bodyLength
    self.job = job
    self.keeping = keeping
  }

  var control: CacheControl { CacheControl(head.fields.all("Cache-Control")) }
}

/// A stored answer that a request's key found; whether `Vary` lets it be used is told with it.
public struct CacheCandidate: Hashable, Sendable {
  public enum Selection: Hashable, Sendable { case selected, otherVariant }

  public var response: StoredResponse
  public var selection: Selection

  public init(_ response: StoredResponse, _ selection: Selection = .selected) {
    self.response = response
    self.selection = selection
  }
}
