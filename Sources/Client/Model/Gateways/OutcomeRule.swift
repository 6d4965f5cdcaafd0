/// What the responses of a gateway mean.
///
/// Checked in this order: needs authentication, upgrade required, failure, success, the form of the body. A kind holds
/// when one of its clauses does, a clause when all of its tests do. A response for which no success
/// clause holds is a service failure; without success clauses every status below 400 is a success.
public struct OutcomeRule: Hashable, Sendable {
  /// What the body of a success must be.
  public enum Body: String, Hashable, Sendable, CaseIterable {
    /// Anything, also nothing.
    case any
    /// A JSON text.
    case json
    /// A JSON text that is an object.
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
  /// JSON Pointers (RFC 6901) to the error code of the service; the first that exists counts.
  public var code: [String]
  /// JSON Pointers to the reason of a failure; the first that exists counts.
  public var reason: [String]
  /// JSON Pointers to details of a failure; the first that exists counts.
  public var detail: [String]
  /// How an expired authentication is renewed; nil for not at all.
  public var refresh: RefreshRule?
  /// What the body of a success must be; a response with another is a failure of the service. A status that
  /// excludes a body (204, 205) needs none.
  public var body: Body

  /// Creates a rule; by default 401 requires credentials and 426 an upgrade.
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

/// Tests of one response that must all hold; a clause without tests never holds.
public struct OutcomeClause: Hashable, Sendable {
  /// Empty: any status.
  public var statuses: [ClosedRange<Int>]
  /// On values of a JSON body, by JSON Pointer.
  public var values: [ValueTest]
  /// On header fields, by name without case.
  public var headers: [ValueTest]

  /// Creates a clause; without any test it never holds.
  public init(
    statuses: [ClosedRange<Int>] = [], values: [ValueTest] = [], headers: [ValueTest] = []
  ) {
    self.statuses = statuses
    self.values = values
    self.headers = headers
  }

  /// True when the clause has no tests.
  public var isEmpty: Bool { statuses.isEmpty && values.isEmpty && headers.isEmpty }
}

/// One comparison of something named with a text.
public struct ValueTest: Hashable, Sendable {
  /// What the value must be.
  public enum Wanted: Hashable, Sendable {
    /// There is a value.
    case present
    /// There is no value.
    case absent
    /// Strings without their quotes; other JSON values as they are written.
    case oneOf([String])
  }

  /// A JSON Pointer or a name, as the place of the test has it.
  public var name: String
  /// What the value must be.
  public var wanted: Wanted

  /// Creates a test of the value with this name.
  public init(_ name: String, _ wanted: Wanted) {
    self.name = name
    self.wanted = wanted
  }

  /// - Parameter found: Nil when there is nothing of that name.
  public func holds(for found: String?) -> Bool {
    switch wanted {
    case .present: found != nil
    case .absent: found == nil
    case .oneOf(let texts): found.map(texts.contains) ?? false
    }
  }
}

/// How an expired authentication is renewed: a saved request is sent once, then the first again.
public struct RefreshRule: Hashable, Sendable {
  /// The saved request's name.
  public var request: String
  /// A JSON Pointer to the new token in its response; nil when only its cookies are needed.
  public var token: String?

  /// Creates a rule; without a token only cookies are renewed.
  public init(request: String, token: String? = nil) {
    self.request = request
    self.token = token
  }
}

/// What a response means.
package enum Outcome: Hashable, Sendable {
  case success
  /// The service said no, in its own words where it gave some.
  case serviceFailure(ServiceWords)
  case needsAuthentication(ServiceWords)
  case upgradeRequired(ServiceWords)

  /// The one word for this outcome in JSON and on the screen.
  package var word: String {
    switch self {
    case .success: "success"
    case .serviceFailure: "service failure"
    case .needsAuthentication: "needs authentication"
    case .upgradeRequired: "upgrade required"
    }
  }

  package var words: ServiceWords? {
    switch self {
    case .success: nil
    case .serviceFailure(let words), .needsAuthentication(let words), .upgradeRequired(let words):
      words
    }
  }
}

/// One error in the response of a service. Its texts are from outside: not safe to draw.
public struct ServiceWords: Hashable, Sendable {
  /// The number or word of the error, such as `5011`.
  public var code: String?
  /// What went wrong.
  public var reason: String?
  /// More about it: a text, or a JSON text.
  public var detail: String?

  /// Creates the words of an error from what the service states.
  public init(code: String? = nil, reason: String? = nil, detail: String? = nil) {
    self.code = code
    self.reason = reason
    self.detail = detail
  }
}
