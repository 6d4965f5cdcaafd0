public import ClientModel
import ClientPipeline

/// A program that is a stage. It reads its input as JSON and prints its changes. To refuse, it
/// prints an `error` or exits with a status other than 0.
///
/// It is started directly, never through a shell, and never receives a secret of the request. The
/// code that creates an instance is responsible for the program: in a workspace, the user must have
/// accepted its files.
///
///     {"headers": {"X-Signature": "…"}}                  // prepare
///     {"error": {"reason": "…", "whatToDo": "…"}}        // refuse
///     {"body": {…}, "root": "/data", "values": {"session": "…"}}   // process
public struct ExternalCommand: Preparer, Processor {
  public let name: String
  private let arguments: [String]
  private let programDeadline: Duration
  private let place: StageNote.Phase
  private let programs: any ProgramRunner

  /// The deadline of the stage. It is nil because the program's rule sets a deadline.
  public var deadline: Duration? { nil }

  /// Creates a stage from the rule of a program.
  ///
  /// - Parameter place: The phase in which the stage runs. The program receives it as input.
  public init(
    _ rule: CommandRule, at place: StageNote.Phase, programs: any ProgramRunner = SystemPrograms()
  ) {
    name = rule.name
    arguments = rule.arguments
    programDeadline = rule.deadline
    self.place = place
    self.programs = programs
  }

  public func prepare(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    let reply = try await reply(to: CommandMessage.request(request, stage: place))
    var request = request
    if let method = reply.method { request.method = method }
    if let url = reply.url {
      guard !url.contains(Secret.mask) else {
        throw problem("It returned an address with dots in place of a secret.")
      }
      request.url = RequestQuery.restoringSecrets(of: request, in: url)
    }
    for (name, value) in reply.headers {
      request.headers.removeAll { $0.name.caseInsensitiveEquals(name) }
      if let value {
        let field = HeaderField(name, SensitiveText(value))
        request.headers.append(HeaderField(name, field.sealedValue))
      }
    }
    if let body = reply.body {
      request.body = request.credentialNames.sealing(
        .text(SensitiveText(body)), mediaType: reply.mediaType)
    }
    if let type = reply.mediaType {
      request.headers.removeAll { $0.name.caseInsensitiveEquals("Content-Type") }
      request.headers.append(HeaderField("Content-Type", SensitiveText(type)))
    }
    return request
  }

  public func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse {
    let body = response.body
    let text =
      body.size <= Body.copyLimit ? String(validating: try body.bytes(), as: UTF8.self) : nil
    let reply = try await reply(
      to: CommandMessage.response(
        to: response.request, head: response.head, mediaType: body.mediaType, size: body.size,
        body: text, path: text == nil ? body.path : nil, root: response.root))
    var response = response
    for (name, value) in reply.headers {
      response.head.fields.removeAll { $0.name.caseInsensitiveEquals(name) }
      if let value { response.head.fields.append(ResponseField(name, value)) }
    }
    if let text = reply.body {
      response.body = Body(Array(text.utf8), mediaType: reply.mediaType ?? body.mediaType)
    }
    if let root = reply.root { response.root = root }
    for (name, value) in reply.values { response.captured[name] = Secret(value) }
    return response
  }

  /// Runs the program to generate a stub's response to a request.
  func respond(to request: StubRequest) async throws(Failure) -> GeneratedResponse {
    GeneratedResponse(try await reply(to: CommandMessage.stub(request), for: .stub))
  }

  private func reply(
    to message: [UInt8], for purpose: CommandReply.Purpose? = nil
  ) async throws(Failure) -> CommandReply {
    let output = try await programs.run(
      Program(arguments, input: message, deadline: programDeadline))
    guard output.end == .exited(0) else {
      let words = output.lastWords.map { ": \($0)" } ?? "."
      throw problem("It ended with \(output.end.text)\(words)")
    }
    let reply: CommandReply
    do throws(CommandReply.Problem) {
      reply = try CommandReply(
        output.output, for: purpose ?? (place == .response ? .response : .request))
    } catch { throw problem(error.why) }
    guard let refusal = reply.refusal else { return reply }
    throw Failure(
      .program, what: "The program \(name) refused to continue.", why: refusal.reason,
      whatToDo: refusal.whatToDo ?? "Look at the exchange, then correct the request or the program."
    )
  }

  private func problem(_ why: String) -> Failure {
    Failure(
      .program, what: "The program \(name) failed.", why: why,
      whatToDo: "Run `\(arguments.joined(separator: " "))` with JSON on standard input to see why.")
  }
}
