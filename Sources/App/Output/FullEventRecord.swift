import ClientCore
import ClientDocuments
import ClientModel

/// An event with its request and response, in `queue watch --full --format json`: the exchange as
/// `show` prints it, the parser that read the body, and the body as a JSON value.
struct FullEventRecord {
  private let event: Event
  private let exchange: JobExchange?
  private let parser: String?

  /// Reads the exchange of an event from the store. Events without an exchange are unchanged.
  ///
  /// - Parameter gateways: The workspace's gateways, whose parsers read the bodies.
  static func read(
    _ event: Event, from client: Client, _ gateways: Gateways
  ) async throws(Failure) -> FullEventRecord {
    guard event.isAboutExchange, let id = event.job,
      let exchange = try await JobExchange.read(id, from: client)
    else { return FullEventRecord(event: event, exchange: nil, parser: nil) }
    return FullEventRecord(
      event: event, exchange: exchange, parser: exchange.parserName(gateways))
  }

  /// Returns one line with its line end. The model is the body's own text, so that no digit of a
  /// number is lost.
  func line() throws -> [UInt8] {
    var bytes = try JSONOutput.line(EventRecord(event, .full)).dropLast(2)
    guard let exchange else { return bytes + Array("}\n".utf8) }
    bytes +=
      Array(",\"exchange\":".utf8) + (try JSONOutput.line(ExchangeRecord(exchange))).dropLast()
    if let parser { bytes += Array(",\"parser\":".utf8) + (try JSONOutput.line(parser)).dropLast() }
    if let model = try model() { bytes += Array(",\"model\":".utf8) + model }
    return bytes + Array("}\n".utf8)
  }

  /// Returns the body as JSON on one line, or nil if it is not JSON or is over 64 KiB.
  private func model() throws -> [UInt8]? {
    guard let response = exchange?.response, case .inline(let body) = response.body, !body.isEmpty
    else { return nil }
    let text = try ByteSource(body).text(mediaType: response.head?.mediaType).text
    let bytes = try text.bytes(in: 0..<text.count)
    var validator = JSONValidator()
    validator.feed(bytes[...])
    guard validator.finish() == nil else { return nil }
    // Valid JSON has no raw control characters in its strings, so these are between its tokens.
    return bytes.filter { $0 >= 0x20 }
  }
}

extension Event {
  /// Whether the event has a request and its response.
  fileprivate var isAboutExchange: Bool {
    switch kind {
    case .received, .notModified, .networkFailed, .unavailable, .unauthorized, .failed,
      .cacheUpdated, .cacheRemoved:
      true
    case .submitted, .started, .changed, .finished, .valueSet, .valueRemoved, .graphFinished, .own,
      .laneChanged, .runnerChanged, .noticed, .dropped:
      false
    }
  }
}

extension JobExchange {
  /// Returns the name of the gateway's parser that read the body, or nil.
  fileprivate func parserName(_ gateways: Gateways) -> String? {
    guard let request, let name = request.gateway?.name, let head = response?.head,
      let rule = gateways[name]?.middleware
    else { return nil }
    let type: String?
    switch request.options.parsing {
    case .off: type = nil
    case .byType: type = head.fields.first("Content-Type")
    case .forced(let forced): type = forced
    }
    return Middleware(rule).parsers.parser(for: type)?.name
  }
}
