import ClientDocuments
import ClientModel
import ClientPipeline
import Terminal

/// The printer of an exchange. On a terminal, the exchange is formatted. In a pipe, the body is
/// unchanged, unless the user chose a charset or colours.
struct ExchangePrinter {
  /// The letters of `--print`.
  enum Part: Character, CaseIterable {
    case requestHead = "H"
    case requestBody = "B"
    case responseHead = "h"
    case body = "b"
    case timings = "m"
  }

  private let exchange: JobExchange
  var parts: Set<Part>
  /// The display of credentials in headers and in the curl line. They are masked or in plain text.
  var secrets = CurlExport.Secrets.masked
  /// The path of a new file for the body. Nil means that the body is printed.
  var saveTo: String?
  /// The encoding that the user chose for the body. A body with a chosen encoding is always printed
  /// as UTF-8.
  ///
  /// It is nil if the user chose none.
  var charset: TextEncoding?
  /// The line with the status, printed to standard error before the response. Nil for no line.
  var summary: ResponseSummary?

  init(_ exchange: JobExchange, parts: Set<Part>) {
    (self.exchange, self.parts) = (exchange, parts)
  }

  func print() throws {
    if let summary, !parts.contains(.responseHead) || !Console.isTerminal { summary.print() }
    explainStatus()
    // An error response is not a failure of the command. `--check` reports the error.
    if case .failed(let failure) = exchange.job.state, !failure.isStatedByResponse {
      Console.complain(failure)
    }
    if case .interrupted(let knowledge) = exchange.job.state { complain(about: knowledge) }
    if case .held = exchange.job.state {
      Console.complain(
        "Job \(exchange.job.id) is held: \(Console.safe(exchange.job.state.detail ?? "")).\(remedy)"
      )
      if case .held(let hold) = exchange.job.state, hold.isMissingKey,
        case .failed(let failure) = exchange.attempts.last?.result?.end
      {
        Console.complain(failure)
      }
    }
    if let request = exchange.request {
      if parts.contains(.requestHead) { printHead(of: request) }
      if parts.contains(.requestBody), exchange.shownPoll == nil { printBody(of: request) }
    }
    guard let response = exchange.response else { return }
    if case .stub = response.source { Console.complain("Stub response: the request was not sent.") }
    if let problem = exchange.pageProblem { Console.complain(Console.safe(problem)) }
    if response.framing.contains(.unknownCoding) { complain(aboutCodingOf: response) }
    if response.head == nil, response.body.length > 0 { complain(aboutHeadOf: response) }
    if parts.contains(.responseHead), let head = response.head { printHead(head, of: response) }
    if parts.contains(.body) || saveTo != nil { try printBody(of: response) }
    if Console.isTerminal, summary == nil, let words = wordsForNothing(in: response) {
      Console.complain(words)
    }
    if parts.contains(.timings) {
      if Console.isTerminal, parts.contains(.body), response.body.length > 0 { Console.print("") }
      ExchangeTimings(exchange, response).print()
    }
  }

  /// Prints the catalog's description of the status.
  ///
  /// An error is always described. A success is described only if its head is printed.
  private func explainStatus() {
    guard let words = exchange.meaning, let head = exchange.response?.head,
      head.status >= 400 || parts.contains(.responseHead)
    else { return }
    let line = words.words(at: "\n").joined(separator: " ")
    Console.complain("\(head.status): \(Console.safe(line))")
  }

  /// Returns a message if the body is empty and nothing else is printed. Otherwise returns nil.
  func wordsForNothing(in response: AttemptResult) -> String? {
    guard parts == [.body], saveTo == nil, response.body.length == 0, let head = response.head
    else {
      return nil
    }
    let reason = head.reason.isEmpty ? "" : " \(Console.safe(head.reason))"
    return "\(head.status)\(reason): the body is empty."
  }

  /// Prints the data in the body, unchanged. The gateway's root path or the rule of a remote job
  /// selects the data.
  ///
  /// Without such a path, the complete body is printed.
  func printData() throws {
    guard let response = exchange.response else { return }
    guard !exchange.root.isEmpty, response.body.length > 0 else {
      return try printBody(of: response)
    }
    let document = try JSONDocument(indexing: try text(of: response))
    do throws(DocumentError) {
      let node = try document.node(at: try JSONPointer(exchange.root))
      Self.print(try document.rawText(of: node), mediaType: "application/json")
    } catch {
      // A server may finish a job without a result. In this case, the last response is printed.
      guard exchange.job.remote != nil else { throw error }
      try printBody(of: response)
    }
  }

  func printCurl() {
    guard let request = exchange.request else { return }
    Console.print(CurlExport.line(request, secrets: secrets))
  }

  /// The advice for a job that is held because a secret is missing. It is empty for any other job.
  private var remedy: String {
    guard case .held(.missingSecret) = exchange.job.state else { return "" }
    return "\nSet it, then send the job: weir queue release \(exchange.job.id)"
  }

  private func complain(about knowledge: JobState.Knowledge) {
    Console.complain(
      """
      Job \(exchange.job.id) was interrupted: whether it took effect is unknown. \(Console.safe(knowledge.why))
      `weir queue retry \(exchange.job.id)` \(exchange.job.remote == nil ? "sends it again" : "polls again"); `weir queue resolve \(exchange.job.id)` marks it as done.
      """)
  }

  private func complain(aboutHeadOf response: AttemptResult) {
    let what = "The response's head is incomplete."
    let count = response.body.length
    if parts.contains(.body) {
      Console.complain("\(what) The \(count) that arrived:")
    } else {
      let command = "weir show \(exchange.job.id) --body"
      Console.complain("\(what) `\(command)` prints the \(count) that arrived.")
    }
  }

  private func complain(aboutCodingOf response: AttemptResult) {
    let codings = response.head?.fields.all("Content-Encoding").joined(separator: ", ") ?? ""
    Console.complain(
      "The body is stored as received: its content coding is unknown (\(Console.safe(codings))).")
  }

  private func printHead(of request: PreparedRequest) {
    let poll = exchange.shownPoll
    let (method, url) = (poll?.method ?? request.method, poll?.displayURL ?? request.displayURL)
    Console.print("\(Console.styled("\(method)", .bold)) \(Console.safe(url))")
    // The head of the original request is printed, not the head of a redirected request.
    let first = poll ?? exchange.attempts.last { $0.hop == 0 }
    for field in SentHead(request, first, secrets: secrets).fields {
      Self.printField(field.name, field.value)
    }
    Console.print("")
  }

  private static func printField(_ name: String, _ value: String) {
    Console.print("\(Console.styled("\(Console.safe(name)):", .blue)) \(Console.safe(value))")
  }

  private func printBody(of request: PreparedRequest) {
    switch request.body {
    case .none: return
    case .text(let text):
      Console.print(SafeText.lines(of: text.masked).map(\.string).joined(separator: "\n"))
    case .bytes(let bytes): Console.print("(binary data, \(ByteCount(bytes.count)))")
    case .file(let file): Console.print("(the file \(Console.safe(file.path)), \(file.size))")
    case .multipart(_, let parts):
      for part in parts {
        switch part.content {
        case .text(let text):
          Console.print("\(Console.safe(part.name)): \(Console.safe(text.masked))")
        case .file(let file):
          Console.print(
            "\(Console.safe(part.name)): the file \(Console.safe(file.path)), \(file.size)")
        }
      }
    }
    Console.print("")
  }

  private func printHead(_ head: ResponseHead, of response: AttemptResult) {
    var line = "\(head.version.rawValue) \(head.status)"
    if !head.reason.isEmpty { line += " \(Console.safe(head.reason))" }
    line = Console.styled(line, TextStyle(status: head.status))
    if Console.isTerminal, let summary {
      line += "  \(Console.styled(summary.details, .grey))"
    }
    Console.print(line)
    for field in head.fields { Self.printField(field.name, shown(field)) }
    for field in response.trailers { Self.printField("(trailer) \(field.name)", shown(field)) }
    for note in response.framing where note != .unknownCoding {
      Console.print("(framing conflict: \(note.rawValue))")
    }
    // The timings already show the source of the response. On a terminal, the usual source is not
    // mentioned.
    if !parts.contains(.timings), !Console.isTerminal || response.source != .network {
      Console.print("(source: \(response.source.text))")
    }
    Console.print("")
  }

  private func shown(_ field: ResponseField) -> String {
    secrets == .inClear ? field.value : field.shownValue
  }

  private func printBody(of response: AttemptResult) throws {
    if let saveTo { return try save(response.body, to: saveTo) }
    switch response.body {
    case .none: return
    case .inline(let bytes):
      let shown = try Console.isTerminal || charset != nil ? text(of: response) : ByteSource(bytes)
      Self.print(try shown.bytes(in: 0..<shown.count), mediaType: response.head?.mediaType)
    case .file where charset != nil && !Console.isTerminal:
      try OutputFile.save(try text(of: response), to: "-")
    case .file(_, let length, _):
      guard let bytes = exchange.storedBody else { return }
      if Console.isTerminal {
        Console.print(
          "(\(length) in \(Console.safe(bytes.name)); open it in `weir`, or save it with -o FILE)")
      } else {
        try OutputFile.print(bytes)
      }
    }
    // A body is printed unchanged and may not end with a line break. The timings begin on a new
    // line.
    if parts.contains(.timings), try endsWithinLine(response) { Console.print("") }
  }

  private func save(_ body: StoredBody, to path: String) throws {
    let start = try OutputFile.save(try body.source(in: exchange.storedBody), to: path)
    guard start > 0 || summary != nil && !OutputFile.isStandardOutput(path) else { return }
    Console.complain(OutputFile.words(body.length, in: Console.safe(path), resumedAt: start))
  }

  /// Writes a line break to standard error if the body does not end with one.
  ///
  /// A later message then starts on a new line if both streams are displayed together. A file that
  /// contains only the body is not changed.
  func endLineOfBody() throws {
    guard parts.contains(.body), !parts.contains(.timings), saveTo == nil,
      Console.isComplaintReadByPeople, let response = exchange.response,
      try endsWithinLine(response)
    else { return }
    Console.complain("")
  }

  /// Returns whether the printed body does not end with a line break. Always false on a terminal,
  /// because the body is formatted there.
  private func endsWithinLine(_ response: AttemptResult) throws -> Bool {
    guard !Console.isTerminal else { return false }
    switch response.body {
    case .none: return false
    case .inline(let bytes): return bytes.last.map { $0 != 0x0A } ?? false
    case .file:
      guard exchange.storedBody != nil else { return false }
      let source = try response.body.source(in: exchange.storedBody)
      return try source.count > 0
        && source.bytes(in: source.count - 1..<source.count) != [0x0A]
    }
  }

  /// Returns the text of a body in UTF-8. Used on a terminal, or if the user chose a charset.
  private func text(of response: AttemptResult) throws -> ByteSource {
    let body = try response.body.source(in: exchange.storedBody)
    let (text, decoding) = try body.text(
      mediaType: response.head?.mediaType, choice: exchange.encoding(chosen: charset))
    if let problem = decoding.problem { Console.complain(Console.safe(problem)) }
    return text
  }

  /// Returns the reason why assertions read the body as UTF-8 although the response declares
  /// another charset.
  ///
  /// Returns nil if there is no such reason, or if it was already reported when the body was
  /// printed.
  func charsetProblemOfAssertions() throws -> String? {
    let readsBody = exchange.request?.assertions.contains {
      if case .value = $0.test { true } else { false }
    }
    guard readsBody == true, let response = exchange.response, let head = response.head else {
      return nil
    }
    // The problem of appended pages was already reported.
    if exchange.pageProblem != nil { return nil }
    if case .inline = response.body, Console.isTerminal, parts.contains(.body), saveTo == nil {
      return nil
    }
    let start = try response.body.source(in: exchange.storedBody)
      .bytes(in: 0..<TextDecoding.startLength)
    return TextDecoding(mediaType: head.mediaType, start: start).problem.map { Console.safe($0) }
  }

  /// Prints a body from memory.
  ///
  /// On a terminal, the body is formatted. Otherwise, it is unchanged, but forced colours apply to
  /// JSON.
  static func print(_ bytes: [UInt8], mediaType: String?) {
    let kind = BodyKind.detect(mediaType: mediaType, start: Array(bytes.prefix(512)))
    guard Console.isTerminal || Console.isColoured && kind == .json else {
      StandardOutput.write(bytes)
      return
    }
    switch kind {
    case .binary, .picture:
      Console.print("(\(ByteCount(bytes.count)) of binary data; save it with -o FILE)")
    case .json: Console.print(ColouredJSON.text(bytes))
    default:
      let text = String(decoding: bytes, as: UTF8.self)
      Console.print(SafeText.lines(of: text).map(\.string).joined(separator: "\n"))
    }
  }
}
