import CRig

/// One HTTP/1 request as a test server read it: parsed, and byte for byte.
package struct HTTPRequest: Sendable {
  package let method: String
  /// As on the request line: `/path?query`, or an absolute form through a proxy.
  package let target: String
  package let version: String
  /// In the order of arrival, names as sent.
  package let headers: [(name: String, value: String)]
  /// Chunked coding removed.
  package let body: [UInt8]
  /// Head and body exactly as they came.
  package let raw: [UInt8]

  /// The first value of a header; names compare without case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The target without its query.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The value of `name` in the query, not decoded.
  package func query(_ name: String) -> String? {
    guard let mark = target.firstIndex(of: "?") else { return nil }
    for pair in target[target.index(after: mark)...].split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves[0] == name { return halves.count > 1 ? String(halves[1]) : "" }
    }
    return nil
  }

  /// Whether the sender wants the connection to stay (RFC 9112, section 9.3).
  package var keepsAlive: Bool {
    let word = header("connection")?.lowercased() ?? ""
    return version == "HTTP/1.0" ? word == "keep-alive" : word != "close"
  }
}

extension Connection {
  /// Reads one request; nil at the end of the stream or when it is not HTTP.
  package func takeRequest() -> HTTPRequest? {
    guard let head = take(through: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = head.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
    guard let first = lines.first else { return nil }
    let words = first.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3 else { return nil }
    var headers: [(name: String, value: String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: 58) else { continue }
      let value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
      headers.append(
        (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name }?.value
    }
    if header("expect")?.lowercased() == "100-continue" { send("HTTP/1.1 100 Continue\r\n\r\n") }
    var body: [UInt8] = []
    var raw = head
    if header("transfer-encoding")?.lowercased().hasSuffix("chunked") == true {
      guard let (decoded, bytes) = takeChunks() else { return nil }
      body = decoded
      raw += bytes
    } else if let text = header("content-length") {
      guard let length = Int(text), let bytes = take(length) else { return nil }
      body = bytes
      raw += bytes
    }
    return HTTPRequest(
      method: words[0], target: words[1], version: words[2], headers: headers, body: body,
      raw: raw)
  }

  private func takeChunks() -> (decoded: [UInt8], raw: [UInt8])? {
    var decoded: [UInt8] = []
    var raw: [UInt8] = []
    while true {
      guard let line = take(through: [13, 10]) else { return nil }
      raw += line
      let digits = String(decoding: line.prefix { $0 != 13 && $0 != 59 }, as: UTF8.self)
      guard let size = Int(digits, radix: 16) else { return nil }
      if size == 0 {
        // Trailer fields, if any, up to the empty line.
        while let line = take(through: [13, 10]) {
          raw += line
          if line.count == 2 { return (decoded, raw) }
        }
        return nil
      }
      guard let chunk = take(size + 2) else { return nil }
      decoded += chunk.dropLast(2)
      raw += chunk
    }
  }
}

/// FNV-1a of a body in 16 hexadecimal digits: equal bodies have equal digests.
package func digest(_ bytes: [UInt8]) -> String {
  let hash = bytes.withUnsafeBytes { rig_digest($0.baseAddress, $0.count) }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
