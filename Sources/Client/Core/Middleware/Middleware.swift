public import ClientModel

/// The stages that process requests before the transport and responses after it. The stages of a list run
/// in order, one at a time; the first error skips the rest.
///
///     submit ─► onSubmit ─► committed ─► lane ─► onDispatch ─► requestTransform ─► transport
///     transport ─► responseTransform ─► parser by media type ─► onResponse ─► cache ─► outcome rule
///     ─► committed
///
/// Only the last response of a job passes through the stages, and only once. Redirects, responses that lead
/// to another attempt, and responses from the cache do not.
public struct Middleware: Sendable {
  /// Preparers that run before a job is committed, in order.
  public var onSubmit: [any Preparer]
  /// Preparers that run before each attempt, in order; they may add tokens and signatures.
  public var onDispatch: [any Preparer]
  /// Checks a body by its media type before the processors run.
  public var parsers: ParserTable
  /// Processors that run on a complete response, in order.
  public var onResponse: [any Processor]
  /// Transforms the body of an attempt once its secrets are filled in and the cache has no response for it.
  ///
  /// The job stores the body as it was before. Each attempt transforms it again, so that a retry sends the same
  /// bytes only if the program prints the same bytes for the same input.
  public var requestTransform: BodyProgram?
  /// Transforms the body of a response before its parser runs.
  public var responseTransform: BodyProgram?

  /// Creates middleware; by default it has no stages.
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

  /// What a file describes, ready to run.
  public init(_ rule: MiddlewareRule, programs: any ProgramRunner = SystemPrograms()) {
    func preparer(_ rule: PreparerRule, _ place: StageNote.Place) -> any Preparer {
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

  /// Whether anything looks at responses.
  var concernsResponses: Bool {
    !parsers.isEmpty || !onResponse.isEmpty || responseTransform != nil
  }

  /// Identifies the stages that process a response before the cache stores it; nil if no stage does.
  func shaper(of request: PreparedRequest) -> String? {
    concernsResponses ? request.gateway?.name ?? "all" : nil
  }

  /// The JSON pointer to the data in a response, as far as it is known without reading the response.
  var root: String { onResponse.compactMap { ($0 as? RootPath)?.pointer }.joined() }
}

/// Finds the middleware of requests: asked by the process that submits, and again, also after a
/// restart, by the one that sends. Stages are never stored; the gateway's name is.
public protocol MiddlewareSource: Sendable {
  /// Whether a request has any. Asked for each job on its way out, so it must cost nothing.
  func concerns(_ request: PreparedRequest) -> Bool

  /// - Parameter workspace: The folder of the job's workspace, as in its lane.
  /// - Throws: Why it cannot be had; nothing is sent then.
  func middleware(
    for request: PreparedRequest, workspace: String
  ) async throws(Failure) -> Middleware
}

/// The same for all requests.
extension Middleware: MiddlewareSource {
  public func concerns(_ request: PreparedRequest) -> Bool { true }

  public func middleware(for request: PreparedRequest, workspace: String) -> Middleware { self }
}

/// By the gateway's name; other requests have none.
public struct GatewayMiddleware: MiddlewareSource {
  /// The middleware of each gateway, by its name.
  public var byGateway: [String: Middleware]

  /// Creates a source; requests of gateways that are not listed have no middleware.
  public init(_ byGateway: [String: Middleware]) { self.byGateway = byGateway }

  public func concerns(_ request: PreparedRequest) -> Bool {
    request.gateway.map { byGateway[$0.name] != nil } ?? false
  }

  public func middleware(for request: PreparedRequest, workspace: String) -> Middleware {
    request.gateway.flatMap { byGateway[$0.name] } ?? Middleware()
  }
}
