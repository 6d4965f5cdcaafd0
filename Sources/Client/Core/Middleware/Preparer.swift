public import ClientModel
import ClientPipeline

/// A stage that prepares a request.
///
/// On submit, it runs before the job is committed. On dispatch, it runs before each attempt.
/// Tokens, dates and signatures should be set on dispatch, because they may expire while the job
/// waits.
public protocol Preparer: Sendable {
  /// The name of the stage in the history of an exchange.
  var name: String { get }

  /// The time limit of the stage. After this time, the stage is stopped and the job fails. Nil if
  /// the stage limits itself or never waits.
  var deadline: Duration? { get }

  /// Returns the prepared request. It may be the same request or a changed copy.
  ///
  /// Its secrets are still references or sealed texts. On dispatch, the origin must not change,
  /// because credentials, cookies and the lane belong to the origin.
  ///
  /// - Throws: The reason why the request must not be sent. The remaining stages are skipped.
  func prepare(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest
}

extension Preparer {
  /// The default time limit, which is one minute.
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
  ///   - deadline: The time limit of the closure.
  ///   - body: The closure. An error that is not a `Failure` is converted to a failure that quotes
  ///     the error.
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

/// Combines several preparers. They run in order. After the first error, the remaining preparers
/// are skipped.
public struct CompoundPreparer: Preparer {
  public let name: String
  /// The preparers in the order of execution.
  public let parts: [any Preparer]

  /// The sum of the parts' deadlines. Nil if a part has no deadline.
  public var deadline: Duration? {
    var sum = Duration.zero
    for part in parts {
      guard let span = part.deadline else { return nil }
      sum += span
    }
    return sum
  }

  /// Creates a preparer that runs these preparers in order. It stops at the first error.
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

/// Adds headers and query fields that a request does not have. Existing fields are never
/// overwritten.
///
/// The `headers` and `query` of a gateway in `weir.yaml` have the same effect.
public struct DefaultFields: Preparer {
  public let name = "default fields"
  public var deadline: Duration? { nil }
  /// The headers to add if the request has no header of the same name.
  public var headers: [HeaderField]
  /// The query fields to add if the request has no field of the same name. They are in the form as
  /// sent.
  public var query: [(name: String, value: String)]

  /// Creates a preparer that adds missing fields.
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

/// Adds credentials to requests that have none.
public struct Authorization: Preparer {
  public let name = "authorization"
  public var deadline: Duration? { nil }
  /// The credentials to add.
  public var credentials: Credentials

  /// Creates a preparer that adds missing credentials.
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
