public import ClientModel

/// The stages that process requests before sending and responses after receiving. The stages of a
/// list run one after another. After the first error, the remaining stages are skipped.
///
///     submit → onSubmit → committed → lane
///     lane → onDispatch → requestTransform → transport
///     transport → responseTransform → parser by media type → onResponse
///     onResponse → cache → outcome rule → committed
///
/// Only the last response of a job passes through the stages, and only once. Redirects, responses
/// that lead to another attempt, and responses from the cache do not.
public struct Middleware: Sendable {
  /// The preparers that run in order before a job is committed.
  public var onSubmit: [any Preparer]
  /// The preparers that run in order before each attempt. They may add tokens and signatures.
  public var onDispatch: [any Preparer]
  /// The parsers, by media type. They check a body before the processors run.
  public var parsers: ParserTable
  /// The processors that run in order on a complete response.
  public var onResponse: [any Processor]
  /// The program that transforms the request's body. It runs after the secrets are filled in, if
  /// the cache has no response.
  ///
  /// The job stores the original body. Each attempt transforms the body again, so retries are
  /// identical only if the program always prints the same bytes for the same input.
  public var requestTransform: BodyProgram?
  /// The program that transforms a response's body before the parser runs.
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

  /// Creates middleware from a rule in a file.
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

  var concernsResponses: Bool {
    !parsers.isEmpty || !onResponse.isEmpty || responseTransform != nil
  }

  /// Returns an identifier of the stages that change a response before it is cached. Returns nil if
  /// there are no such stages.
  func shaper(of request: PreparedRequest) -> String? {
    concernsResponses ? request.gateway?.name ?? "all" : nil
  }

  /// The JSON Pointer to the data in a response. It joins the pointers of all `RootPath`
  /// processors. At run time, processors may change the root.
  var root: String { onResponse.compactMap { ($0 as? RootPath)?.pointer }.joined() }
}

/// Provides the middleware of requests.
///
/// The process that submits a request and the process that sends it both use a source, and they may
/// use it again after a restart. Only the name of the gateway is stored, never the stages.
public protocol MiddlewareSource: Sendable {
  /// Returns whether a request has middleware. This must be fast, because it is called for every
  /// job to be sent.
  func concerns(_ request: PreparedRequest) -> Bool

  /// Returns the middleware of a request.
  ///
  /// - Parameter workspace: The identity of the job's workspace, as in its lane.
  /// - Throws: The reason why the middleware is unavailable. Nothing is sent in this case.
  func middleware(
    for request: PreparedRequest, workspace: String
  ) async throws(Failure) -> Middleware
}

/// Middleware is also a source. It then applies to all requests.
extension Middleware: MiddlewareSource {
  public func concerns(_ request: PreparedRequest) -> Bool { true }

  public func middleware(for request: PreparedRequest, workspace: String) -> Middleware { self }
}

/// A source that selects middleware by the name of the gateway.
public struct GatewayMiddleware: MiddlewareSource {
  /// The middleware of each gateway, by the gateway's name.
  public var byGateway: [String: Middleware]

  /// Creates a source. Requests of unlisted gateways have no middleware.
  public init(_ byGateway: [String: Middleware]) { self.byGateway = byGateway }

  public func concerns(_ request: PreparedRequest) -> Bool {
    request.gateway.map { byGateway[$0.name] != nil } ?? false
  }

  public func middleware(for request: PreparedRequest, workspace: String) -> Middleware {
    request.gateway.flatMap { byGateway[$0.name] } ?? Middleware()
  }
}
