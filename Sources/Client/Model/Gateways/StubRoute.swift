/// A configured response to the requests that match a route.
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
  /// The URL of the gateway, to which the path is relative, or nil to match every URL.
  public var base: String?
  /// The pattern of the path: literal segments, `{name}` for any one segment, and `*` at the end
  /// for any remaining segments.
  public var path: String
  /// The tests of query fields; all must hold.
  public var query: [ValueTest]
  /// The tests of header fields; all must hold.
  public var headers: [ValueTest]
  /// The tests of values in a JSON body; all must hold.
  public var values: [ValueTest]
  /// The time before the response.
  public var delay: Duration
  /// The result after the delay.
  public var ending: Ending

  /// Creates a route. By default it matches every method and address, and has no delay.
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

/// The response of a stub route. Its header values and its body may contain `{{path.NAME}}`,
/// `{{query.NAME}}`, `{{header.NAME}}`, `{{body.POINTER}}`, `{{method}}` and `{{url}}`, which are
/// replaced by values of the request.
public struct StubReply: Hashable, Sendable {
  /// The status.
  public var status: Int
  /// The header fields.
  public var headers: [ResponseField]
  /// The body, as text.
  public var body: String

  /// Creates a reply. By default it is an empty 200.
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
  /// A function of the program that uses the library, registered under this name in `StubSwitch`.
  case function(String)
}

/// A request to a stub. Values whose name marks them as credentials are masked.
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
  /// The header fields. `Content-Length` is added to them.
  public var headers: [ResponseField]
  /// The body.
  public var body: [UInt8]

  /// Creates a response. By default it is an empty 200.
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
  /// No byte is received until the deadline for the first byte has passed.
  case timeout
  /// The connection is reset after the request was sent.
  case reset
}

/// The requests that receive stub responses.
public enum StubMode: String, Hashable, Sendable, CaseIterable {
  /// No request.
  case off
  /// Requests that match a route. Other requests are sent over the network.
  case registered
  /// Every request. A request that matches no route fails. No request is sent over the network.
  case strict
}

/// The stub response to one request.
public struct StubResponse: Hashable, Sendable {
  /// The result after the delay.
  public enum Ending: Hashable, Sendable {
    /// A response, with its templates filled in.
    case response(ResponseHead, body: [UInt8])
    /// A failure without a complete response.
    case failure(StubFailure)
    /// A response that has yet to be generated.
    case made(by: StubSource, for: StubRequest)
    /// No route matches, and the mode is `strict`.
    case noRoute
  }

  /// The time before the response.
  public var delay: Duration
  /// The result after the delay.
  public var ending: Ending

  /// Creates a stub response. By default it has no delay.
  public init(delay: Duration = .zero, ending: Ending) {
    self.delay = delay
    self.ending = ending
  }
}
