import ArgumentParser
import ClientCore
import ClientDocuments
import ClientModel

/// `weir cache put`: adds a response to the cache for later requests. The user supplies the
/// response.
struct CachePutCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Put a response of your own into the cache.",
    discussion: """
      Examples:
        weir cache put https://api.example.com/books/7 --value '{"id": 7}'
        weir cache put --gateway shop /books/7 --file book.json --store-for 600

      The request is described as for `weir send`; it is not sent. Later requests that are equal to it, with \
      the same credentials, receive this response with --cache fresh or --cache only. The command prints the \
      id of the stored response. Without --store-for, the response stays fresh until it is replaced or deleted.
      """)

  @OptionGroup var request: RequestOptions
  @OptionGroup(title: "Trust") var trust: TrustArguments
  @OptionGroup(title: "Network") var network: NetworkArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments
  @OptionGroup(title: "Response") var response: ParsingArguments
  @OptionGroup(title: "Cache") var cache: CacheArguments
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @Option(help: ArgumentHelp("The response's body, as text.", valueName: "text"))
  var value: String?
  @Option(
    help: ArgumentHelp(
      "Read the response's body from a file, or from standard input with -.", valueName: "file|-"),
    completion: .file())
  var file: String?
  @Option(
    help: ArgumentHelp(
      "The media type of the body; by default application/json for JSON, else text/plain.",
      valueName: "media-type"),
    completion: .list(["application/json", "text/plain", "application/xml", "text/html"]))
  var type: String?
  @Option(help: ArgumentHelp("The status of the response (200).", valueName: "number"))
  var status = 200

  func execute() async throws -> ExitStatus {
    // The other cache options are refused without a mode.
    var command = self
    command.cache.cache = cache.cache ?? .fresh
    guard (200...599).contains(status) else {
      throw UsageProblem(
        what: "`\(status)` is not a valid value for --status.",
        why: "The status of a final response is from 200 to 599.",
        whatToDo: "Write 200, or omit the option.")
    }
    let session = try await ClientSession.open(workspace)
    _ = try CacheCommand.cache(of: session)
    let body = try body(session)
    let fields = [ResponseField("Content-Type", type ?? CachedValue.type(of: body))]
    let stored = try await session.putIntoCache(
      CachedValue(head: ResponseHead(status: status, fields: fields), body: body),
      for: try session.context.prepare(
        try session.context.draft(from: try command.requestWords()).cached))
    Console.print(stored.id.description)
    await session.close()
    return .done
  }

  private func body(_ session: ClientSession) throws(UsageProblem) -> [UInt8] {
    switch (value, file) {
    case (let value?, nil): return Array(value.utf8)
    case (nil, let file?):
      switch session.context.reader.read(file) {
      case .success(let bytes): return bytes
      case .failure(let refusal):
        throw UsageProblem(
          what: "The value was not put into the cache.", why: refusal.why,
          whatToDo: refusal.whatToDo)
      }
    case (nil, nil):
      throw UsageProblem(
        what: "The value was not put into the cache.", why: "No value was given.",
        whatToDo: "Add --value TEXT or --file PATH.")
    case (_?, _?):
      throw UsageProblem(
        what: "The value was not put into the cache.", why: "Two values were given.",
        whatToDo: "Omit --value or --file.")
    }
  }
}

extension CachedValue {
  /// Returns the default media type of a body that the user supplies.
  static func type(of body: [UInt8]) -> String {
    JSONValidator.fault(in: body) == nil ? "application/json" : "text/plain; charset=utf-8"
  }
}

extension Draft {
  /// The draft with a cache rule that reads the cache, so that its request has a cache key.
  var cached: Draft {
    var (draft, rule) = (self, options.cache ?? CacheRule(mode: .fresh))
    if rule.mode == .off { rule.mode = .fresh }
    draft.options.cache = rule
    return draft
  }
}

extension ClientSession {
  /// Puts a response into the cache for later requests that are equal to `request`.
  func putIntoCache(
    _ value: CachedValue, for request: PreparedRequest
  ) async throws -> StoredResponse {
    var value = value
    if let span = request.options.cache?.storeFor { value.storeFor = span }
    return try await client.putIntoCache(value, for: request, in: context.lane(for: request))
  }
}
