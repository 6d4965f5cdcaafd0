package import ClientModel

/// An exchange as sent (`>`) and received (`<`), line by line. Secrets are masked.
///
/// The view is made from the stored exchange, so it exists for old jobs too. `SentHead` supplies
/// the headers that libcurl adds.
package struct WireView: Hashable, Sendable {
  package enum Line: Hashable, Sendable {
    /// The start of an attempt or a redirect hop.
    case attempt(String)
    case sent(String)
    case received(String)
    /// A remark by Weir.
    case note(String)

    /// Whether a line was sent or received, or is a remark.
    package enum Side: Hashable, Sendable { case sent, received, between }

    package var side: Side {
      switch self {
      case .sent: .sent
      case .received: .received
      case .attempt, .note: .between
      }
    }

    /// The line as printed on the command line. It may contain control characters, so it is not
    /// safe to draw.
    package var text: String {
      switch self {
      case .attempt(let text): "* \(text)"
      case .sent(let text): text.isEmpty ? ">" : "> \(text)"
      case .received(let text): text.isEmpty ? "<" : "< \(text)"
      case .note(let text): "* \(text)"
      }
    }
  }

  package private(set) var lines: [Line] = []

  /// The maximum size of the shown body in bytes.
  private static let mostBody = 4096
  private static let mostLines = 100
  private static let mostColumns = 56

  package init(_ request: PreparedRequest?, _ attempts: [Attempt]) {
    for attempt in attempts {
      var title = "attempt \(attempt.id.number)"
      if attempt.hop > 0 { title += ", redirect \(attempt.hop)" }
      if let result = attempt.result { title += Self.connection(result) }
      lines.append(.attempt(title))
      send(attempt, request)
      receive(attempt.result)
    }
  }

  private static func connection(_ result: AttemptResult) -> String {
    switch result.source {
    case .network, .notModified:
      let use = result.connection.use == .reused ? "connection reused" : "new connection"
      let address = result.connection.address.map { " to \($0)" } ?? ""
      let security = result.connection.security.map { ", \($0)" } ?? ""
      return ", \(use)\(address)\(security)"
    case .cache, .stale: return ", a response from the cache: nothing was sent"
    case .stub: return ", a stub response: nothing was sent"
    }
  }

  // MARK: Sent

  private mutating func send(_ attempt: Attempt, _ request: PreparedRequest?) {
    switch attempt.result?.source {
    case .cache, .stale, .stub: return
    case .network, .notModified, nil: break
    }
    guard attempt.mayHaveLeft else { return lines.append(.note("nothing was sent")) }
    if attempt.origin.isBroker { return message(attempt, request) }
    let version = attempt.result?.head?.version ?? .http11
    let late = attempt.result?.processing?.late ?? DispatchChanges()
    note(late, of: attempt)
    let (method, url) = (late.method ?? attempt.method, late.displayURL ?? attempt.displayURL)
    lines.append(.sent("\(method) \(SentHead.target(of: url)) \(version.rawValue)"))
    guard let request else { return lines.append(.note("the request is not stored")) }
    guard attempt.isOf(request) else {
      return lines.append(.note("another request that renews credentials; its head is not stored"))
    }
    let head = SentHead(request, attempt)
    for field in head.fields {
      lines.append(.sent(field.value.isEmpty ? "\(field.name):" : "\(field.name): \(field.value)"))
    }
    lines.append(.sent(""))
    guard head.carriesBody else { return }
    if late.body == .replaced {
      let size = attempt.result?.transfer.requestBody ?? ByteCount(0)
      lines.append(.note("\(size) from a stage, sent instead of the body; they are not stored"))
    } else {
      send(request.body)
    }
  }

  /// Adds the lines of a message to a broker. A message has no request line and no header fields.
  private mutating func message(_ attempt: Attempt, _ request: PreparedRequest?) {
    guard let request else { return lines.append(.note("the request is not stored")) }
    if let subscription = request.subscription {
      let quality = subscription.quality.rawValue
      return lines.append(.note("MQTT: SUBSCRIBE \(subscription.filter), QoS \(quality)"))
    }
    guard let publication = request.publication else { return }
    let retained = publication.retention == .retained ? ", retained" : ""
    lines.append(
      .note("MQTT: PUBLISH \(publication.topic), QoS \(publication.quality.rawValue)\(retained)"))
    send(request.body)
  }

  /// Adds a note on the request parts changed on dispatch. Other views show the old values.
  private mutating func note(_ late: DispatchChanges, of attempt: Attempt) {
    var words: [String] = []
    if late.method != nil { words.append("the method was \(attempt.method)") }
    if late.displayURL != nil {
      words.append("the address was \(SentHead.target(of: attempt.displayURL))")
    }
    switch late.body {
    case .replaced: words.append("the body was different")
    case .removed: words.append("there was a body")
    case nil: break
    }
    if !late.removedHeaders.isEmpty {
      words.append("with \(late.removedHeaders.joined(separator: ", "))")
    }
    if !words.isEmpty {
      lines.append(.note("before the stages on dispatch: \(words.joined(separator: "; "))"))
    }
  }

  private mutating func send(_ body: PreparedBody) {
    switch body {
    case .none: break
    case .text(let text): show(text.masked) { .sent($0) }
    case .bytes(let bytes): lines.append(.note("binary data, \(ByteCount(bytes.count))"))
    case .file(let file): lines.append(.note("the file \(file.path), \(file.size)"))
    case .multipart(let boundary, let parts):
      for part in parts {
        lines.append(.sent("--\(boundary)"))
        let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
        lines.append(.sent("Content-Disposition: form-data; name=\"\(part.name)\"\(file)"))
        if let type = part.mediaType { lines.append(.sent("Content-Type: \(type)")) }
        lines.append(.sent(""))
        switch part.content {
        case .text(let text): show(text.masked) { .sent($0) }
        case .file(let file): lines.append(.note("the file \(file.path), \(file.size)"))
        }
      }
      lines.append(.sent("--\(boundary)--"))
    }
  }

  // MARK: Received

  private mutating func receive(_ result: AttemptResult?) {
    guard let result else { return lines.append(.note("the end is unknown")) }
    if let head = result.head {
      let reason = head.reason.isEmpty ? "" : " \(head.reason)"
      lines.append(.received("\(head.version.rawValue) \(head.status)\(reason)"))
      for field in head.fields { lines.append(.received("\(field.name): \(field.shownValue)")) }
      lines.append(.received(""))
    }
    switch result.body {
    case .none: break
    case .inline(let bytes):
      if BodyText.isText(bytes) {
        show(String(decoding: bytes.prefix(Self.mostBody), as: UTF8.self)) { .received($0) }
        if bytes.count > Self.mostBody {
          lines.append(.note("… \(ByteCount(bytes.count)) in total"))
        }
      } else {
        lines.append(.note("\(ByteCount(bytes.count)) of binary data"))
      }
    case .file(_, let length, _): lines.append(.note("a body of \(length), stored in a file"))
    }
    let came = result.transfer.responseBody
    if came != result.body.length, came.bytes > 0 {
      let isCoded = result.head?.fields.first("Content-Encoding") != nil
      let isStored = result.body != .none
      lines.append(
        .note(
          isCoded
            ? "\(came) were received: their content coding was decoded"
            : "\(came) were received" + (isStored ? "" : "; they are not stored")))
    }
    for field in result.trailers {
      lines.append(.received("\(field.name): \(field.shownValue)"))
    }
    switch result.end {
    case .responded: break
    case .failed(let failure):
      for text in [failure.what, failure.why] where !text.isEmpty {
        lines += Self.rows(of: text).map { .note($0) }
      }
    case .cancelled: lines.append(.note("cancelled"))
    }
  }

  /// Splits the text into rows that fit a narrow panel.
  private static func rows(of text: String) -> [String] {
    var rows: [String] = []
    for word in text.words(at: " ") {
      if let last = rows.last, last.count + word.count < mostColumns {
        rows[rows.count - 1] = "\(last) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }

  private mutating func show(_ text: String, as line: (String) -> Line) {
    let rows = text.pieces(at: "\n")
    for row in rows.prefix(Self.mostLines) { lines.append(line(String(row))) }
    if rows.count > Self.mostLines { lines.append(.note("… \(rows.count) lines in total")) }
  }
}

extension Attempt {
  /// Whether a part of the request may have been sent. False if the attempt failed earlier, for
  /// example in TLS.
  fileprivate var mayHaveLeft: Bool {
    guard let result, result.head == nil else { return true }
    if origin.isBroker { return result.end == .responded || result.transfer.requestBody.bytes > 0 }
    return result.transfer.requestHeaders.bytes > 0 || result.transfer.requestBody.bytes > 0
  }

  /// Returns whether the attempt sent this request. False for a request that renews a gateway's
  /// credentials.
  fileprivate func isOf(_ request: PreparedRequest) -> Bool {
    func address(_ url: String) -> Substring {
      url[..<(url.firstIndex(ofAnyByte: "?#") ?? url.endIndex)]
    }
    return hop > 0
      || (method == request.method && address(displayURL) == address(request.displayURL))
  }
}

/// A check whether bytes can be displayed as lines.
private enum BodyText {
  static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.prefix(1024).contains { $0 < 0x09 || (0x0E..<0x1B).contains($0) }
  }
}
