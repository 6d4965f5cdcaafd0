/// The meaning of the responses of a gateway.
///
/// The kinds are checked in this order: authentication required, upgrade required, failure,
/// success, and the required content of the body. A kind applies if at least one of its clauses
/// holds, and a clause holds if all of its tests do. If there are success clauses and none of them
/// holds, the response is a service failure. If there are no success clauses, every status below
/// 400 is a success.
public struct OutcomeRule: Hashable, Sendable {
  /// The required content of the body of a success.
  public enum Body: String, Hashable, Sendable, CaseIterable {
    /// Any content, including none.
    case any
    /// A JSON value.
    case json
    /// A JSON object.
    case object
  }

  /// Responses that require other credentials.
  public var authentication: [OutcomeClause]
  /// Responses that require another version of the client.
  public var upgrade: [OutcomeClause]
  /// Responses that are failures.
  public var failure: [OutcomeClause]
  /// Responses that are successes.
  public var success: [OutcomeClause]
  /// JSON Pointers (RFC 6901) to the error code of the service. The first that exists is used.
  public var code: [String]
  /// JSON Pointers to the reason of a failure. The first that exists is used.
  public var reason: [String]
  /// JSON Pointers to details of a failure. The first that exists is used.
  public var detail: [String]
  /// The rule for renewing an expired authentication, or nil to renew none.
  public var refresh: RefreshRule?
  /// The required content of the body of a success. A response with other content is a service
  /// failure. A status that excludes a body (204, 205) needs none.
  public var body: Body

  /// Creates a rule. By default 401 requires credentials and 426 requires an upgrade.
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

/// A set of tests of one response. All must hold. A clause without tests never holds.
public struct OutcomeClause: Hashable, Sendable {
  /// The ranges that contain the status. Empty allows any status.
  public var statuses: [ClosedRange<Int>]
  /// The tests of values in a JSON body, by JSON Pointer.
  public var values: [ValueTest]
  /// The tests of header fields. Their names are compared case-insensitively.
  public var headers: [ValueTest]

  /// Creates a clause. Without tests it never holds.
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

/// A comparison of a named value with strings.
public struct ValueTest: Hashable, Sendable {
  /// The condition that the value must meet.
  public enum Wanted: Hashable, Sendable {
    /// The value is present.
    case present
    /// The value is absent.
    case absent
    /// The value is one of these strings. A JSON string is compared without its quotes, any other
    /// JSON value as it is written.
    case oneOf([String])
  }

  /// The JSON Pointer or the name of the value, depending on the use of the test.
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
  /// - Parameter found: The value with the test's name, or nil if there is none.
  public func holds(for found: String?) -> Bool {
    switch wanted {
    case .present: found != nil
    case .absent: found == nil
    case .oneOf(let texts): found.map(texts.contains) ?? false
    }
  }
}

/// The renewal of an expired authentication: a saved request is sent once, and then the failed
/// request is repeated.
public struct RefreshRule: Hashable, Sendable {
  /// The name of the saved request.
  public var request: String
  /// A JSON Pointer to the new token in the response, or nil if only its cookies are needed.
  public var token: String?

  /// Creates a rule. Without a token, only cookies are renewed.
  public init(request: String, token: String? = nil) {
    self.request = request
    self.token = token
  }
}

/// The meaning of a response.
package enum Outcome: Hashable, Sendable {
  case success
  /// The service reported a failure, with an error if it stated one.
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

/// One error in the response of a service. Its texts come from the server and may contain control
/// characters.
public struct ServiceError: Hashable, Sendable {
  /// The number or name of the error, such as `5011`, or nil if the response contains none.
  public var code: String?
  /// The reason of the error, or nil if the response contains none.
  public var reason: String?
  /// Details of the error, as text or as JSON, or nil if the response contains none.
  public var detail: String?

  /// Creates an error from the texts of the service.
  public init(code: String? = nil, reason: String? = nil, detail: String? = nil) {
    self.code = code
    self.reason = reason
    self.detail = detail
  }
}
