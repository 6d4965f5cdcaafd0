/// The middleware of one gateway as `weir.yaml` describes it: data, so that it can be shown, compared
/// and found again by the gateway's name after a restart.
///
/// What a gateway fills in by itself (default fields, path variables, authorization, body encoding)
/// comes before these stages, its outcome rule after them.
public struct MiddlewareRule: Hashable, Sendable {
  /// Before the job is committed, in this order.
  public var onSubmit: [PreparerRule]
  /// Each time the job leaves, in this order.
  public var onDispatch: [PreparerRule]
  /// What reads a body, by its media type; before the processors.
  public var parsers: [ParserRule]
  /// After the last response to a job, in this order.
  public var onResponse: [ProcessorRule]
  /// Transforms the body of each request as it is sent, after all other stages; nil sends it as it is.
  public var requestTransform: CommandRule?
  /// Transforms the body of each response, before all other stages; nil takes it as it is.
  public var responseTransform: CommandRule?

  /// Creates a rule; by default it has no stages.
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

  /// True when the rule has no stages.
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
  /// A JSON Pointer to the part of each reply that matters: `/data`. Source: RFC 6901.
  case root(String)
  /// A response header is stored as a value that later requests use by `value:NAME`.
  case capture(header: String, name: String)
  /// A program receives the response and accepts, changes or refuses it.
  case command(CommandRule)
}

/// What reads bodies of one media type.
public struct ParserRule: Hashable, Sendable {
  /// How a body is checked.
  public enum Parser: Hashable, Sendable {
    /// The body must be JSON (RFC 8259).
    case json
    /// The body must be well-formed XML without entities of its own (XML 1.0).
    case xml
    /// The body must be UTF-8.
    case text
    /// The program makes something else of it.
    case command(CommandRule)
  }

  /// `type/subtype` in lower case, without parameters.
  public var mediaType: String
  /// How the body is checked.
  public var parser: Parser

  /// Creates a rule for one media type.
  public init(mediaType: String, parser: Parser) {
    self.mediaType = mediaType
    self.parser = parser
  }
}

/// A program that a stage runs: no shell, JSON on its standard input and output.
public struct CommandRule: Hashable, Sendable {
  /// The program and its arguments; a path with a slash is relative to the workspace.
  public var arguments: [String]
  /// It is ended when it takes longer.
  public var deadline: Duration

  /// Creates a rule; the default deadline is 30 s.
  public init(_ arguments: [String], deadline: Duration = .seconds(30)) {
    self.arguments = arguments
    self.deadline = deadline
  }

  /// For lists: the program's name.
  public var name: String {
    arguments.first?.words(at: "/").last.map(String.init) ?? "command"
  }
}

/// How a body that is a JSON object of plain values leaves.
public enum BodyEncoding: String, Hashable, Sendable, CaseIterable {
  /// As `application/json`.
  case json
  /// As `application/x-www-form-urlencoded`.
  case form
  /// As fields of the query, where the method has no body: GET, HEAD and DELETE; else as JSON.
  case query
}

extension MiddlewareRule {
  /// Its stages in the order they run, in a few words each.
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
