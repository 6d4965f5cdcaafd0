import ClientModel

/// A strict reader of HTTP requests on a connection.
///
/// - Source: RFC 9112, sections 2 to 7.
struct RequestReading: ~Copyable {
  /// The result of a read.
  enum Reading {
    case request(LoopbackRequest, keepsAlive: Bool)
    /// The request is invalid. The connection is closed after the response.
    case refused(LoopbackResponse)
    case end
  }

  static let longestHead = 65_536
  static let longestBody = 64 << 20

  private var bytes: ReceivedBytes
  /// The function that sends the interim response `100 Continue` before the body is read.
  private let send: (String) -> Void

  init(_ bytes: consuming ReceivedBytes, send: @escaping (String) -> Void) {
    self.bytes = bytes
    self.send = send
  }

  mutating func next() -> Reading {
    guard let head = bytes.take(through: Array("\r\n\r\n".utf8), atMost: Self.longestHead) else {
      return bytes.isEmpty
        ? .end : refused(431, "The head is incomplete or longer than \(Self.longestHead) bytes.")
    }
    guard let text = String(validating: head.dropLast(4), as: UTF8.self) else {
      return refused(400, "The head is not UTF-8.")
    }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
      HTTPToken.isToken(words[0]), words[1].hasPrefix("/")
    else { return refused(400, "'\(lines[0].prefix(80))' is not a request line.") }
    if let byte = Self.misplaced(in: words[1]) {
      let shown = byte > 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "byte \(byte)"
      return refused(400, "The address contains an unencoded '\(shown)'.")
    }
    guard words[1].utf8.count <= 8000 else { return refused(414, "The address is too long.") }
    var fields: [LoopbackField] = []
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, HTTPToken.isToken(halves[0]) else {
        return refused(400, "'\(line.prefix(80))' is not a header.")
      }
      fields.append(LoopbackField(String(halves[0]), String(halves[1].trimmed(of: " \t"))))
    }
    func values(_ name: String) -> [String] {
      fields.filter { $0.name.lowercased() == name }.map(\.value)
    }
    if words[2] == "HTTP/1.1", values("host").count != 1 {
      return refused(400, "A request must have exactly one Host header.")
    }
    let body: [UInt8]
    switch takeBody(
      lengths: values("content-length"), codings: values("transfer-encoding"),
      expects: values("expect").first?.lowercased() == "100-continue")
    {
    case .body(let taken): body = taken
    case .refused(let response): return .refused(response)
    }
    let connection = values("connection").first?.lowercased()
    return .request(
      LoopbackRequest(String(words[0]), String(words[1]), fields: fields, body: body),
      keepsAlive: words[2] == "HTTP/1.1" ? connection != "close" : connection == "keep-alive")
  }

  private enum BodyReading {
    case body([UInt8])
    case refused(LoopbackResponse)
  }

  private mutating func takeBody(lengths: [String], codings: [String], expects: Bool) -> BodyReading
  {
    if codings.isEmpty && lengths.isEmpty { return .body([]) }
    guard codings.isEmpty || lengths.isEmpty else {
      return .refused(
        response(400, "A request must not have both Content-Length and Transfer-Encoding."))
    }
    if let coding = codings.first {
      guard codings.count == 1, coding.lowercased() == "chunked" else {
        return .refused(response(501, "The coding \(coding.prefix(40)) is not supported."))
      }
      if expects { send("HTTP/1.1 100 Continue\r\n\r\n") }
      return takeChunks()
    }
    guard lengths.count == 1, let length = Int(lengths[0]), length >= 0, lengths[0].first != "+"
    else { return .refused(response(400, "The Content-Length is not a number.")) }
    guard length <= Self.longestBody else {
      return .refused(response(413, "The body is longer than \(Self.longestBody) bytes."))
    }
    if expects && length > 0 { send("HTTP/1.1 100 Continue\r\n\r\n") }
    guard let body = bytes.take(length) else {
      return .refused(response(400, "The body is shorter than its Content-Length."))
    }
    return .body(body)
  }

  private mutating func takeChunks() -> BodyReading {
    var body: [UInt8] = []
    while true {
      guard let line = bytes.take(through: [13, 10], atMost: 1024) else {
        return .refused(response(400, "The body ended before its last chunk."))
      }
      let digits = line.dropLast(2).prefix { $0 != UInt8(ascii: ";") }
      guard !digits.isEmpty, digits.count <= 8,
        let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0
      else { return .refused(response(400, "A chunk has no length.")) }
      if size == 0 { break }
      guard body.count + size <= Self.longestBody else {
        return .refused(response(413, "The body is longer than \(Self.longestBody) bytes."))
      }
      guard let chunk = bytes.take(size + 2), chunk.suffix(2).elementsEqual([13, 10]) else {
        return .refused(response(400, "A chunk does not end after its stated length."))
      }
      body += chunk.dropLast(2)
    }
    while let line = bytes.take(through: [13, 10], atMost: Self.longestHead) {
      if line.count == 2 { return .body(body) }
    }
    return .refused(response(400, "The body ended before the end of its trailers."))
  }

  private func refused(_ status: Int, _ why: String) -> Reading { .refused(response(status, why)) }

  private func response(_ status: Int, _ why: String) -> LoopbackResponse {
    .text(why, status: status, fields: [LoopbackField("Connection", "close")])
  }

  /// Returns the first byte of a target that must be percent-encoded, or nil if there is none.
  ///
  /// The path consists of pchar and `/`. The query may also contain `?`. Two hexadecimal digits
  /// must follow a `%`.
  ///
  /// - Source: RFC 3986, sections 2 and 3.
  private static func misplaced(in target: some StringProtocol) -> UInt8? {
    let bytes = Array(target.utf8)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = bytes[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ PercentEncoding.digit($0) != nil }) else {
          return byte
        }
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      default:
        if !Array("-._~!$&'()*+,;=:@/?".utf8).contains(byte) { return byte }
      }
    }
    return nil
  }
}
