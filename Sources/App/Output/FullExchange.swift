import ClientCore
import ClientDocuments
import ClientModel

/// The request and response of an event, in `queue watch --full --format json`.
///
/// It contains the exchange as `show` prints it, the body as a JSON value, and the parser that read
/// the body.
struct FullExchange {
  let exchange: JobExchange
  let parser: String?
  /// The body as JSON. It is nil if the body is not JSON or is over 64 KiB.
  let model: VerbatimJSON?

  /// Reads the exchange of an event from the store. Returns nil for an event without an exchange.
  ///
  /// - Parameter gateways: The workspace's gateways. Their parsers read the bodies.
  static func read(
    _ event: Event, from client: Client, _ gateways: Gateways
  ) async throws -> FullExchange? {
    guard event.isAboutExchange, let id = event.job,
      let exchange = try await JobExchange.read(id, from: client)
    else { return nil }
    return FullExchange(
      exchange: exchange, parser: exchange.parserName(gateways),
      model: try model(of: exchange.response))
  }

  private static func model(of response: AttemptResult?) throws -> VerbatimJSON? {
    guard let response, case .inline(let body) = response.body else { return nil }
    let text = try ByteSource(body).text(mediaType: response.head?.mediaType).text
    let bytes = try text.bytes(in: 0..<text.count)
    return JSONValidator.fault(in: bytes) == nil ? VerbatimJSON(.inline(bytes)) : nil
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
  /// Returns the name of the parser that read the body. Returns nil if no parser of the gateway
  /// read it.
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
