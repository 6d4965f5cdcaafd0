public import ClientModel
import ClientPipeline

/// A stage before the transport. On submit, it runs before the job is committed. On dispatch, it
/// runs before each attempt, for values that would be outdated after a wait in the queue: tokens,
/// dates, signatures.
public protocol Preparer: Sendable {
  /// The name in the exchange's list of stages.
  var name: String { get }

  /// The time after which the stage is stopped and the job fails, or nil for a stage that has its
  /// own limit or never waits.
  var deadline: Duration? { get }

  /// Returns the request to continue with: the same one, or a changed copy.
  ///
  /// Secrets in it are still references or sealed texts. On dispatch, the origin must not change,
  /// because credentials, cookies and the lane belong to it.
  /// - Throws: The reason why the request must not be sent. Stages after this one are skipped.
  func prepare(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest
}

extension Preparer {
  /// The default deadline of one minute.
  public var deadline: Duration? { .seconds(60) }
}

/// A preparer that calls a closure.
public struct ClosurePreparer: Preparer {
  public let name: String
  public let deadline: Duration?
  private let body: @Sendable (PreparedRequest) async throws -> PreparedRequest

  /// Creates a preparer.
  ///
  /// - Parameters:
  ///   - deadline: The time after which the closure is stopped.
  ///   - body: The closure. It may throw a `Failure`. Any other error is converted to a failure
  ///     that quotes the error.
  public init(
    _ name: String = "preparer", deadline: Duration = .seconds(60),
    _ body: @escaping @Sendable (PreparedRequest) async throws -> PreparedRequest
  ) {
    self.name = name
    self.deadline = deadline
    self.body = body
  }

  public func prepare(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    do { return try await body(request) } catch { throw Failure(refusedBy: name, error) }
  }
}

/// Several preparers as one. They run in order, and the preparers after the first error are
/// skipped.
public struct CompoundPreparer: Preparer {
  public let name: String
  /// The preparers, in the order in which they run.
  public let parts: [any Preparer]

  /// The sum of the deadlines of the parts, or nil if one of them has none.
  public var deadline: Duration? {
    var sum = Duration.zero
    for part in parts {
      guard let span = part.deadline else { return nil }
      sum += span
    }
    return sum
  }

  /// Creates a preparer that runs others in order and stops at the first error.
  public init(_ name: String = "preparers", _ parts: [any Preparer]) {
    self.name = name
    self.parts = parts
  }

  public func prepare(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    var request = request
    for part in parts { request = try await part.prepare(request) }
    return request
  }
}

/// A preparer that adds headers and query fields to requests that have none with the same name.
/// Nothing is overwritten.
///
/// A gateway of `weir.yaml` does the same with its `headers` and `query`.
public struct DefaultFields: Preparer {
  public let name = "default fields"
  public var deadline: Duration? { nil }
  /// The headers for requests that have none with that name.
  public var headers: [HeaderField]
  /// The query fields, as sent, for requests that have none with that name.
  public var query: [(name: String, value: String)]

  /// Creates a preparer that adds fields to requests that have none with the same name.
  public init(headers: [HeaderField] = [], query: [(name: String, value: String)] = []) {
    self.headers = headers
    self.query = query
  }

  public func prepare(_ request: PreparedRequest) -> PreparedRequest {
    var request = request
    for field in headers
    where !request.headers.contains(where: { $0.name.caseInsensitiveEquals(field.name) }) {
      request.headers.append(field)
    }
    let present = RequestQuery.names(in: request.url) + request.secretQuery.map(\.name)
    request.url = RequestQuery.adding(query.filter { !present.contains($0.name) }, to: request.url)
    return request
  }
}

/// A preparer that adds credentials to requests that have none.
public struct Authorization: Preparer {
  public let name = "authorization"
  public var deadline: Duration? { nil }
  /// The credentials of requests that have none.
  public var credentials: Credentials

  /// Creates a preparer that adds credentials to requests without any.
  public init(_ credentials: Credentials) { self.credentials = credentials }

  public func prepare(_ request: PreparedRequest) -> PreparedRequest {
    guard request.credentials == nil,
      !request.headers.contains(where: { $0.name.caseInsensitiveEquals("Authorization") })
    else { return request }
    var request = request
    request.credentials = credentials
    return request
  }
}

extension Failure {
  /// Creates a failure from the error of a closure.
  init(refusedBy stage: String, _ error: any Error) {
    if let failure = error as? Failure {
      self = failure
      return
    }
    self.init(
      .serviceFailure, what: "The stage \(stage) refused to continue.",
      why: "It reported: \(error).",
      whatToDo: "Look at the exchange, then correct the request or the stage.")
  }
}
