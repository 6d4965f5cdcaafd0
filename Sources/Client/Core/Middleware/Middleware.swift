public import ClientModel

/// The stages that process requests before the transport and responses after it. The stages of a
/// list run in order, one at a time. After the first error, the remaining stages are skipped.
///
///     submit → onSubmit → committed → lane
///     lane → onDispatch → requestTransform → transport
///     transport → responseTransform → parser by media type → onResponse
///     onResponse → cache → outcome rule → committed
///
/// Only the last response of a job passes through the stages, and only once. Redirects, responses
/// that lead to another attempt, and responses from the cache do not.
public struct Middleware: Sendable {
  /// The preparers that run before a job is committed, in order.
  public var onSubmit: [any Preparer]
  /// The preparers that run before each attempt, in order. They may add tokens and signatures.
  public var onDispatch: [any Preparer]
  /// The parsers that check a body by its media type before the processors run.
  public var parsers: ParserTable
  /// The processors that run on a complete response, in order.
  public var onResponse: [any Processor]
  /// The program that transforms the body of an attempt once its secrets are filled in and the
  /// cache has no response for it.
  ///
  /// The job stores the body before the transform. Each attempt transforms it again, so a retry
  /// sends the same bytes only if the program prints the same bytes for the same input.
  public var requestTransform: BodyProgram?
  /// The program that transforms the body of a response before its parser runs.
  public var responseTransform: BodyProgram?

  /// Creates middleware. By default, it has no stages.
  public init(
    onSubmit: [any Preparer] = [], onDispatch: [any Preparer] = [],
    parsers: ParserTable = ParserTable(), onResponse: [any Processor] = [],
    requestTransform: BodyProgram? = nil, responseTransform: BodyProgram? = nil
  ) {
    self.onSubmit = onSubmit
    self.onDispatch = onDispatch
    self.parsers = parsers
    self.onResponse = onResponse
    self.requestTransform = requestTransform
    self.responseTransform = responseTransform
  }

  /// Creates the middleware that a rule of a file describes.
  public init(_ rule: MiddlewareRule, programs: any ProgramRunner = SystemPrograms()) {
    func preparer(_ rule: PreparerRule, _ place: StageNote.Phase) -> any Preparer {
      switch rule {
      case .command(let command): ExternalCommand(command, at: place, programs: programs)
      }
    }
    self.init(
      onSubmit: rule.onSubmit.map { preparer($0, .submit) },
      onDispatch: rule.onDispatch.map { preparer($0, .dispatch) },
      requestTransform: rule.requestTransform.map { BodyProgram($0, programs: programs) },
      responseTransform: rule.responseTransform.map { BodyProgram($0, programs: programs) })
    for rule in rule.parsers {
      let parser: any Processor =
        switch rule.parser {
        case .json: JSONParser()
        case .xml: XMLParser()
        case .text: TextParser()
        case .command(let command): ExternalCommand(command, at: .response, programs: programs)
        }
      parsers.setParser(parser, for: rule.mediaType)
    }
    onResponse = rule.onResponse.map { stage in
      switch stage {
      case .root(let pointer): RootPath(pointer)
      case .capture(let header, let name): HeaderCapture(header: header, as: name)
      case .command(let command): ExternalCommand(command, at: .response, programs: programs)
      }
    }
  }

  /// Whether any stage processes responses.
  var concernsResponses: Bool {
    !parsers.isEmpty || !onResponse.isEmpty || responseTransform != nil
  }

  /// Returns an identifier of the stages that process a response before the cache stores it, or nil
  /// if there are none.
  func shaper(of request: PreparedRequest) -> String? {
    concernsResponses ? request.gateway?.name ?? "all" : nil
  }

  /// The JSON pointer to the data in a response, joined from the `RootPath` processors. Other
  /// processors may change the root.
  var root: String { onResponse.compactMap { ($0 as? RootPath)?.pointer }.joined() }
}

/// A source of the middleware of requests. Both the process that submits a request and the process
/// that sends the request use it, even after a restart. Stages are never stored. Only the name of
/// the gateway is stored.
public protocol MiddlewareSource: Sendable {
  /// Returns whether a request has middleware. Called for each job to send, so it must be cheap.
  func concerns(_ request: PreparedRequest) -> Bool

  /// Returns the middleware of a request.
  ///
  /// - Parameter workspace: The identity of the job's workspace, as in its lane.
  /// - Throws: The reason why the middleware is unavailable. In this case, nothing is sent.
  func middleware(
    for request: PreparedRequest, workspace: String
  ) async throws(Failure) -> Middleware
}

/// A source that returns the same middleware for all requests.
extension Middleware: MiddlewareSource {
  public func concerns(_ request: PreparedRequest) -> Bool { true }

  public func middleware(for request: PreparedRequest, workspace: String) -> Middleware { self }
}

/// A source that finds middleware by the name of the gateway.
public struct GatewayMiddleware: MiddlewareSource {
  /// The middleware of each gateway, by its name.
  public var byGateway: [String: Middleware]

  /// Creates a source. Requests of gateways that are not listed have no middleware.
  public init(_ byGateway: [String: Middleware]) { self.byGateway = byGateway }

  public func concerns(_ request: PreparedRequest) -> Bool {
    request.gateway.map { byGateway[$0.name] != nil } ?? false
  }

  public func middleware(for request: PreparedRequest, workspace: String) -> Middleware {
    request.gateway.flatMap { byGateway[$0.name] } ?? Middleware()
  }
}
