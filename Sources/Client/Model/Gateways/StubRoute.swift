/// A scripted response to requests that match.
public struct StubRoute: Hashable, Sendable {
  /// What happens after the delay.
  public enum Ending: Hashable, Sendable {
    /// A response.
    case response(StubReply)
    /// A failure without a complete response.
    case failure(StubFailure)
    /// A response that is made for each request.
    case made(by: StubSource)
  }

  /// Nil fits every method.
  public var method: String?
  /// Where the path begins: the gateway's URL. Nil fits every address.
  public var base: String?
  /// Segments as they are, `{name}` for any one of them, `*` at the end for any rest.
  public var path: String
  /// On query fields, headers and values of a JSON body; all must hold.
  public var query: [ValueTest]
  /// Tests of header fields; all must hold.
  public var headers: [ValueTest]
  /// Tests of values in a JSON body; all must hold.
  public var values: [ValueTest]
  /// The time before the response.
  public var delay: Duration
  /// What happens after the delay.
  public var ending: Ending

  /// Creates a route; by default for every method and address, without delay.
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

/// A response; header values and body may contain `{{path.NAME}}`, `{{query.NAME}}`,
/// `{{header.NAME}}`, `{{body.POINTER}}`, `{{method}}` and `{{url}}` of the request.
public struct StubReply: Hashable, Sendable {
  /// The status.
  public var status: Int
  /// The header fields.
  public var headers: [ResponseField]
  /// The body, as text.
  public var body: String

  /// Creates a reply; by default an empty 200.
  public init(status: Int = 200, headers: [ResponseField] = [], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// What makes the response of a stub.
public enum StubSource: Hashable, Sendable {
  /// A program: it reads the request as JSON, and prints the response as JSON.
  case program(CommandRule)
  /// A function of the program that uses the library, by the name under which `StubSwitch` has it.
  case function(String)
}

/// A request to a stub. Values that are credentials by their name are dots.
public struct StubRequest: Hashable, Sendable {
  /// The method.
  public var method: String
  /// The full URL.
  public var url: String
  /// The values of the route's `{name}` segments.
  public var path: [String: String]
  /// The header fields in the order in which they would be sent.
  public var headers: [ResponseField]
  /// The body; empty for files and multipart bodies.
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

/// A response that a stub made for one request.
public struct MadeResponse: Hashable, Sendable {
  /// The status.
  public var status: Int
  /// The header fields; `Content-Length` is added.
  public var headers: [ResponseField]
  /// The body.
  public var body: [UInt8]

  /// Creates a response; by default an empty 200.
  public init(status: Int = 200, headers: [ResponseField] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How a stub response fails instead of answering.
public enum StubFailure: String, Hashable, Sendable, CaseIterable {
  /// The connection ends before a response.
  case drop
  /// Nothing comes until the time for the first byte is over.
  case timeout
  /// The connection is reset after the request was sent.
  case reset
}

/// Which requests get a stub response.
public enum StubMode: String, Hashable, Sendable, CaseIterable {
  /// No request gets a stub response.
  case off
  /// Requests that a route fits; the others go to the network.
  case registered
  /// Every request; one that no route fits fails, and nothing reaches the network.
  case strict
}

/// A stub response, ready to be played.
public struct StubResponse: Hashable, Sendable {
  /// What happens after the delay.
  public enum Ending: Hashable, Sendable {
    /// A response, with its templates filled in.
    case response(ResponseHead, body: [UInt8])
    /// A failure without a complete response.
    case failure(StubFailure)
    /// A response that is made first.
    case made(by: StubSource, for: StubRequest)
    /// Strict mode, and no route fits.
    case noRoute
  }

  /// The time before the response.
  public var delay: Duration
  /// What happens after the delay.
  public var ending: Ending

  /// Creates a stub response; by default without delay.
  public init(delay: Duration = .zero, ending: Ending) {
    self.delay = delay
    self.ending = ending
  }
}
