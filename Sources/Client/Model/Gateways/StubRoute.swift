/// A route with a configured response, for requests that must not reach the server.
public struct StubRoute: Hashable, Sendable {
  /// The result after the delay.
  public enum Ending: Hashable, Sendable {
    /// A response.
    case response(StubReply)
    /// A failure without a complete response.
    case failure(StubFailure)
    /// A response that is generated for each request.
    case made(by: StubSource)
  }

  /// The method, or nil for every method.
  public var method: String?
  /// The gateway's URL, to which the path is relative. If nil, every URL matches.
  public var base: String?
  /// The pattern of the path. It consists of literal segments and `{name}`, which matches one
  /// segment. `*` at the end matches all remaining segments.
  public var path: String
  /// The tests of query fields. All must hold.
  public var query: [ValueTest]
  /// The tests of header fields. All must hold.
  public var headers: [ValueTest]
  /// The tests of values in a JSON body. All must hold.
  public var values: [ValueTest]
  /// The time before the response.
  public var delay: Duration
  /// The result after the delay.
  public var ending: Ending

  /// Creates a route. By default, every method and URL matches, and there is no delay.
  public init(
    method: String? = nil, base: String? = nil, path: String, query: [ValueTest] = [],
    headers: [ValueTest] = [], values: [ValueTest] = [], delay: Duration = .zero,
    ending: Ending = .response(StubReply())
  ) {
    self.method = method
    self.base = base
    self.path = path
    self.query = query
    self.headers = headers
    self.values = values
    self.delay = delay
    self.ending = ending
  }
}

/// The response of a stub route. Header values and body may contain placeholders for values of the
/// request: `{{path.NAME}}`, `{{query.NAME}}`, `{{header.NAME}}`, `{{body.POINTER}}`, `{{method}}`
/// and `{{url}}`.
public struct StubReply: Hashable, Sendable {
  /// The status.
  public var status: Int
  /// The header fields.
  public var headers: [ResponseField]
  /// The body, as text.
  public var body: String

  /// Creates a response. By default, the response is an empty 200.
  public init(status: Int = 200, headers: [ResponseField] = [], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The source of a generated response.
public enum StubSource: Hashable, Sendable {
  /// A program that reads the request as JSON and prints the response as JSON.
  case program(CommandRule)
  /// A function of the program that uses the library. `StubSwitch` registers functions by name.
  case function(String)
}

/// A request that a stub receives. A value is masked if its name marks a credential.
public struct StubRequest: Hashable, Sendable {
  /// The method.
  public var method: String
  /// The full URL.
  public var url: String
  /// The values of the route's `{name}` segments.
  public var path: [String: String]
  /// The header fields in the order in which they would be sent.
  public var headers: [ResponseField]
  /// The body. It is empty for files and multipart bodies.
  public var body: [UInt8]

  /// Creates a request.
  public init(
    method: String, url: String, path: [String: String] = [:], headers: [ResponseField] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// A response that a stub generated for one request.
public struct GeneratedResponse: Hashable, Sendable {
  /// The status.
  public var status: Int
  /// The header fields. `Content-Length` is added automatically.
  public var headers: [ResponseField]
  /// The body.
  public var body: [UInt8]

  /// Creates a response. By default, the response is an empty 200.
  public init(status: Int = 200, headers: [ResponseField] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A failure that a stub simulates.
public enum StubFailure: String, Hashable, Sendable, CaseIterable {
  /// The connection ends before a response.
  case drop
  /// Nothing is received until the deadline for the first byte has passed.
  case timeout
  /// The connection is reset after the request was sent.
  case reset
}

/// The requests that receive stub responses.
public enum StubMode: String, Hashable, Sendable, CaseIterable {
  /// No request.
  case off
  /// Requests that match a route. All remaining requests are sent over the network.
  case registered
  /// Every request. Nothing is sent over the network. A request that matches no route fails.
  case strict
}

/// The stub response to one request.
public struct StubResponse: Hashable, Sendable {
  /// The result after the delay.
  public enum Ending: Hashable, Sendable {
    /// A response. The placeholders are already replaced.
    case response(ResponseHead, body: [UInt8])
    /// A failure without a complete response.
    case failure(StubFailure)
    /// A response that must still be generated.
    case made(by: StubSource, for: StubRequest)
    /// No route matches the request, and the mode is `strict`.
    case noRoute
  }

  /// The time before the response.
  public var delay: Duration
  /// The result after the delay.
  public var ending: Ending

  /// Creates a stub response. By default, there is no delay.
  public init(delay: Duration = .zero, ending: Ending) {
    self.delay = delay
    self.ending = ending
  }
}
