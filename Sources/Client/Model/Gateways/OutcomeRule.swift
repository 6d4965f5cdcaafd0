/// The rule that classifies a gateway's responses as successes or failures.
///
/// The clauses are checked in this order: `authentication`, `upgrade`, `failure`, `success`. The
/// body is checked last. A list applies if at least one of its clauses holds. A clause holds if all
/// of its tests hold. If there are success clauses and none holds, the response is a service
/// failure. If there are no success clauses, every status below 400 is a success.
public struct OutcomeRule: Hashable, Sendable {
  /// The content that the body of a success must have.
  public enum Body: String, Hashable, Sendable, CaseIterable {
    /// Any content, or no body.
    case any
    /// A JSON value.
    case json
    /// A JSON object.
    case object
  }

  /// The clauses for responses that require different credentials.
  public var authentication: [OutcomeClause]
  /// The clauses for responses that require a different client version.
  public var upgrade: [OutcomeClause]
  /// The clauses for responses that are failures.
  public var failure: [OutcomeClause]
  /// The clauses for responses that are successes.
  public var success: [OutcomeClause]
  /// JSON Pointers (RFC 6901) to the service's error code. The first that exists is used.
  public var code: [String]
  /// JSON Pointers to the reason for a failure. The first that exists is used.
  public var reason: [String]
  /// JSON Pointers to details of a failure. The first that exists is used.
  public var detail: [String]
  /// The rule for renewing expired credentials, or nil to renew nothing.
  public var refresh: RefreshRule?
  /// The content that the body of a success must have. Otherwise the response is a service failure.
  /// A status that excludes a body (204, 205) needs no content.
  public var body: Body

  /// Creates a rule. By default, 401 requires credentials and 426 requires an upgrade.
  public init(
    authentication: [OutcomeClause] = [OutcomeClause(statuses: [401...401])],
    upgrade: [OutcomeClause] = [OutcomeClause(statuses: [426...426])],
    failure: [OutcomeClause] = [], success: [OutcomeClause] = [], code: [String] = [],
    reason: [String] = [], detail: [String] = [], refresh: RefreshRule? = nil, body: Body = .any
  ) {
    self.authentication = authentication
    self.upgrade = upgrade
    self.failure = failure
    self.success = success
    self.code = code
    self.reason = reason
    self.detail = detail
    self.refresh = refresh
    self.body = body
  }
}

/// A set of tests for a response. The clause holds if all tests hold. An empty clause never holds.
public struct OutcomeClause: Hashable, Sendable {
  /// The ranges of allowed statuses. If empty, any status is allowed.
  public var statuses: [ClosedRange<Int>]
  /// The tests of values in a JSON body. JSON Pointers name the values.
  public var values: [ValueTest]
  /// The tests of header fields. The case of header names is ignored.
  public var headers: [ValueTest]

  /// Creates a clause. An empty clause never holds.
  public init(
    statuses: [ClosedRange<Int>] = [], values: [ValueTest] = [], headers: [ValueTest] = []
  ) {
    self.statuses = statuses
    self.values = values
    self.headers = headers
  }

  /// Whether the clause has no tests.
  public var isEmpty: Bool { statuses.isEmpty && values.isEmpty && headers.isEmpty }
}

/// Compares a named value with strings.
public struct ValueTest: Hashable, Sendable {
  /// The condition that the value must meet.
  public enum Wanted: Hashable, Sendable {
    /// The value is present.
    case present
    /// The value is absent.
    case absent
    /// The value is one of these strings. A JSON string is compared without its quotes. All other
    /// JSON values are compared as written.
    case oneOf([String])
  }

  /// The JSON Pointer or the header name of the value, depending on the use of the test.
  public var name: String
  /// The condition that the value must meet.
  public var wanted: Wanted

  /// Creates a test of the value with this name.
  public init(_ name: String, _ wanted: Wanted) {
    self.name = name
    self.wanted = wanted
  }

  /// Returns whether the test holds.
  ///
  /// - Parameter found: The value, or nil if there is none.
  public func holds(for found: String?) -> Bool {
    switch wanted {
    case .present: found != nil
    case .absent: found == nil
    case .oneOf(let texts): found.map(texts.contains) ?? false
    }
  }
}

/// The rule for renewing expired credentials. A saved request is sent once, and then the failed
/// request is repeated.
public struct RefreshRule: Hashable, Sendable {
  /// The name of the saved request.
  public var request: String
  /// A JSON Pointer to the new token in the response. Nil if only the cookies of the response are
  /// needed.
  public var token: String?

  /// Creates a rule. If `token` is nil, only cookies are renewed.
  public init(request: String, token: String? = nil) {
    self.request = request
    self.token = token
  }
}

/// The meaning of a response.
package enum Outcome: Hashable, Sendable {
  case success
  /// The service reported a failure. The error is empty if the service stated none.
  case serviceFailure(ServiceError)
  case needsAuthentication(ServiceError)
  case upgradeRequired(ServiceError)

  /// The name of the outcome in JSON and on the screen.
  package var word: String {
    switch self {
    case .success: "success"
    case .serviceFailure: "service failure"
    case .needsAuthentication: "needs authentication"
    case .upgradeRequired: "upgrade required"
    }
  }

  package var serviceError: ServiceError? {
    switch self {
    case .success: nil
    case .serviceFailure(let words), .needsAuthentication(let words), .upgradeRequired(let words):
      words
    }
  }
}

/// An error in a service's response. The texts come from the server and may contain control
/// characters.
public struct ServiceError: Hashable, Sendable {
  /// The number or name of the error, such as `5011`, or nil.
  public var code: String?
  /// The reason for the error, or nil.
  public var reason: String?
  /// Details of the error, as text or JSON, or nil.
  public var detail: String?

  /// Creates an error from the service's texts.
  public init(code: String? = nil, reason: String? = nil, detail: String? = nil) {
    self.code = code
    self.reason = reason
    self.detail = detail
  }
}
