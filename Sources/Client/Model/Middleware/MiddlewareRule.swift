/// The middleware of one gateway, as `weir.yaml` describes it. The rule is data, so that it can be
/// displayed, compared, and found by the gateway's name after a restart.
///
/// The gateway's own settings (default fields, path variables, authorization, body encoding) are
/// applied before these stages, and its outcome rule after them.
public struct MiddlewareRule: Hashable, Sendable {
  /// The stages that run before the job is committed, in this order.
  public var onSubmit: [PreparerRule]
  /// The stages that run before each attempt, in this order.
  public var onDispatch: [PreparerRule]
  /// The rules for parsing a body by its media type. They run before the processors.
  public var parsers: [ParserRule]
  /// The stages that run after the last response to a job, in this order.
  public var onResponse: [ProcessorRule]
  /// The program that transforms the body of each request as it is sent, after all other stages.
  /// With nil, the body is not transformed.
  public var requestTransform: CommandRule?
  /// The program that transforms the body of each response, before all other stages. With nil, the
  /// body is not transformed.
  public var responseTransform: CommandRule?

  /// Creates a rule. By default it has no stages.
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

  /// Whether the rule has no stages.
  public var isEmpty: Bool {
    onSubmit.isEmpty && onDispatch.isEmpty && parsers.isEmpty && onResponse.isEmpty
      && requestTransform == nil && responseTransform == nil
  }

  /// The programs that its stages run.
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
  /// A program receives the request and returns the changed one.
  case command(CommandRule)
}

/// A stage after the transport.
public enum ProcessorRule: Hashable, Sendable {
  /// A JSON Pointer to the relevant part of each response, such as `/data`. Source: RFC 6901.
  case root(String)
  /// A response header is stored as a value that later requests use by `value:NAME`.
  case capture(header: String, name: String)
  /// A program receives the response and accepts, changes or rejects it.
  case command(CommandRule)
}

/// The parser for bodies of one media type.
public struct ParserRule: Hashable, Sendable {
  /// The parser, which validates or converts the body.
  public enum Parser: Hashable, Sendable {
    /// The body must be JSON (RFC 8259).
    case json
    /// The body must be well-formed XML that declares no entities (XML 1.0).
    case xml
    /// The body must be UTF-8.
    case text
    /// A program converts the body.
    case command(CommandRule)
  }

  /// The media type `type/subtype` in lower case, without parameters.
  public var mediaType: String
  /// The parser, which validates or converts the body.
  public var parser: Parser

  /// Creates a rule for one media type.
  public init(mediaType: String, parser: Parser) {
    self.mediaType = mediaType
    self.parser = parser
  }
}

/// A program that a stage runs. It runs without a shell, with JSON as its standard input and
/// output.
public struct CommandRule: Hashable, Sendable {
  /// The program and its arguments. A relative path that contains a slash is relative to the
  /// workspace.
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

/// The encoding of a body that is a JSON object of plain values.
public enum BodyEncoding: String, Hashable, Sendable, CaseIterable {
  /// As `application/json`.
  case json
  /// As `application/x-www-form-urlencoded`.
  case form
  /// As fields of the query if the method has no body (GET, HEAD and DELETE), or else as JSON.
  case query
}

extension MiddlewareRule {
  /// The stages of the rule in the order in which they run, in a few words each.
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
