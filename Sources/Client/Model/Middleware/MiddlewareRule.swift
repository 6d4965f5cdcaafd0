/// The middleware of a gateway, as described in `weir.yaml`. The rule is plain data, so that it can
/// be displayed and compared, and looked up by the gateway's name after a restart.
///
/// Default fields, path variables, authorization and body encoding of the gateway are applied
/// before these stages. The gateway's outcome rule is applied after them.
public struct MiddlewareRule: Hashable, Sendable {
  /// The stages that run, in this order, before the job is committed.
  public var onSubmit: [PreparerRule]
  /// The stages that run, in this order, before each attempt.
  public var onDispatch: [PreparerRule]
  /// The rules that select a parser by the body's media type. Parsers run before the processors.
  public var parsers: [ParserRule]
  /// The stages that run, in this order, after the last response to a job.
  public var onResponse: [ProcessorRule]
  /// The program that transforms each request body when it is sent, after all stages. If nil, the
  /// body is not transformed.
  public var requestTransform: CommandRule?
  /// The program that transforms each response body, before all stages. If nil, the body is not
  /// transformed.
  public var responseTransform: CommandRule?

  /// Creates a rule. By default, there are no stages.
  public init(
    onSubmit: [PreparerRule] = [], onDispatch: [PreparerRule] = [], parsers: [ParserRule] = [],
    onResponse: [ProcessorRule] = [], requestTransform: CommandRule? = nil,
    responseTransform: CommandRule? = nil
  ) {
    self.onSubmit = onSubmit
    self.onDispatch = onDispatch
    self.parsers = parsers
    self.onResponse = onResponse
    self.requestTransform = requestTransform
    self.responseTransform = responseTransform
  }

  /// Whether there are no stages.
  public var isEmpty: Bool {
    onSubmit.isEmpty && onDispatch.isEmpty && parsers.isEmpty && onResponse.isEmpty
      && requestTransform == nil && responseTransform == nil
  }

  /// The programs that the stages run.
  public var commands: [CommandRule] {
    var found = (onSubmit + onDispatch).map { stage in
      switch stage {
      case .command(let command): command
      }
    }
    for parser in parsers {
      if case .command(let command) = parser.parser { found.append(command) }
    }
    for stage in onResponse { if case .command(let command) = stage { found.append(command) } }
    found += [requestTransform, responseTransform].compactMap { $0 }
    return found
  }
}

/// A stage before the transport.
public enum PreparerRule: Hashable, Sendable {
  /// A program that receives the request and returns the changed request.
  case command(CommandRule)
}

/// A stage after the transport.
public enum ProcessorRule: Hashable, Sendable {
  /// A JSON Pointer to the relevant part of a response, such as `/data`. Source: RFC 6901.
  case root(String)
  /// Stores a response header as a shared value. Later requests refer to it by `value:NAME`.
  case capture(header: String, name: String)
  /// A program that receives the response and accepts, changes or rejects it.
  case command(CommandRule)
}

/// Selects the parser for bodies with one media type.
public struct ParserRule: Hashable, Sendable {
  /// A parser, which checks or converts the body.
  public enum Parser: Hashable, Sendable {
    /// The body must be JSON (RFC 8259).
    case json
    /// The body must be well-formed XML (XML 1.0) and must not declare entities.
    case xml
    /// The body must be UTF-8.
    case text
    /// A program converts the body.
    case command(CommandRule)
  }

  /// The media type `type/subtype` in lower case, without parameters.
  public var mediaType: String
  /// The parser, which checks or converts the body.
  public var parser: Parser

  /// Creates a rule for a media type.
  public init(mediaType: String, parser: Parser) {
    self.mediaType = mediaType
    self.parser = parser
  }
}

/// A program that a stage runs. It is started without a shell. Its input and output are JSON.
public struct CommandRule: Hashable, Sendable {
  /// The program and its arguments. A relative path with a slash is relative to the workspace.
  public var arguments: [String]
  /// The maximum duration. A program that takes longer is stopped.
  public var deadline: Duration

  /// Creates a rule. The default deadline is 30 s.
  public init(_ arguments: [String], deadline: Duration = .seconds(30)) {
    self.arguments = arguments
    self.deadline = deadline
  }

  /// The name of the program, for lists.
  public var name: String {
    arguments.first?.words(at: "/").last.map(String.init) ?? "command"
  }
}

/// The encoding of a body that is given as a JSON object of plain values.
public enum BodyEncoding: String, Hashable, Sendable, CaseIterable {
  /// As `application/json`.
  case json
  /// As `application/x-www-form-urlencoded`.
  case form
  /// As query fields if the method has no body (GET, HEAD and DELETE). Otherwise as JSON.
  case query
}

extension MiddlewareRule {
  /// A short description of each stage, in the order in which the stages run.
  public var summary: [String] {
    var words = onSubmit.map { "\($0.summary) on submit" }
    words += onDispatch.map { "\($0.summary) on dispatch" }
    if let requestTransform { words.append("request bodies by \(requestTransform.name)") }
    if let responseTransform { words.append("response bodies by \(responseTransform.name)") }
    words += parsers.map { "\($0.mediaType) by \($0.parser.summary)" }
    return words + onResponse.map(\.summary)
  }
}

extension PreparerRule {
  package var summary: String {
    switch self {
    case .command(let command): command.name
    }
  }
}

extension ProcessorRule {
  package var summary: String {
    switch self {
    case .root(let pointer): "root \(pointer)"
    case .capture(let header, let name): "\(header) stored as \(name)"
    case .command(let command): command.name
    }
  }
}

extension ParserRule.Parser {
  package var summary: String {
    switch self {
    case .json: "json"
    case .xml: "xml"
    case .text: "text"
    case .command(let command): command.name
    }
  }
}
