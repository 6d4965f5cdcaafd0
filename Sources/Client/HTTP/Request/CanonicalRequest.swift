import ClientCore
import ClientModel

/// A request in the one form that both sides of an AWS signature compute it from.
struct CanonicalRequest {
  let text: String
  /// The names of the headers that are signed: `host;x-amz-date`.
  let signedHeaders: String

  /// - Parameters:
  ///   - digest: Of the body, in hexadecimal digits, or what stands for it.
  ///   - pathIsAsSent: False: dots and empty segments are resolved and the path is encoded once more.
  init(_ request: WireRequest, digest: String, pathIsAsSent: Bool) {
    let end = request.url.firstIndex(ofAnyByte: "#") ?? request.url.endIndex
    let target = request.url[RequestURL.pathStart(of: request.url)..<end]
    let (path, query) = target.cut(at: "?") ?? (target, "")
    let headers = Self.headers(of: request)
    signedHeaders = headers.map(\.name).joined(separator: ";")
    text = [
      request.method.rawValue,
      pathIsAsSent ? (path.isEmpty ? "/" : String(path)) : Self.normal(path),
      Self.sorted(query),
      headers.map { "\($0.name):\($0.value)\n" }.joined(),
      signedHeaders,
      digest,
    ].joined(separator: "\n")
  }

  // MARK: Path and query

  /// Resolves dots and empty segments, then encodes everything but unreserved characters and slashes.
  static func normal(_ path: Substring) -> String {
    var kept: [Substring] = []
    for segment in path.pieces(at: "/") {
      switch segment {
      case "", ".": break
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    let endsInSlash = path.ends(with: "/") && !kept.isEmpty
    return "/" + kept.map { PercentEncoding.encode($0) }.joined(separator: "/")
      + (endsInSlash ? "/" : "")
  }

  /// The fields by name and value, each encoded in the one way; a field without `=` has an empty value.
  private static func sorted(_ query: Substring) -> String {
    let fields = query.pieces(at: "&").filter { !$0.isEmpty }.map { field in
      let (name, value) = field.cut(at: "=") ?? (field, "")
      return (name: encodedAgain(name), value: encodedAgain(value))
    }
    return fields.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Decodes escapes first, because `%7e` and `~` are the same. A `%` that begins no escape is a character.
  private static func encodedAgain(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(PercentEncoding.digit),
        let low = rest.dropFirst().first.flatMap(PercentEncoding.digit)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return PercentEncoding.encode(bytes: bytes)
  }

  // MARK: Headers

  /// What proxies and libcurl change, add or take away is not signed.
  private static let unsigned = [
    "accept-encoding", "authorization", "connection", "cookie", "expect", "keep-alive",
    "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    "x-amzn-trace-id",
  ]

  /// In lower case and in order; the values of one name in one line.
  private static func headers(of request: WireRequest) -> [(name: String, value: String)] {
    var values: [String: [String]] = ["host": [authority(of: request.url)]]
    var ownHost: [String] = []
    for (name, value) in request.headers {
      let name = name.lowercased()
      if unsigned.contains(name) || (value.isEmpty && HandleSetup.isOwn(name)) { continue }
      let value = collapsed(name == "content-type" ? request.multipartType(value) ?? value : value)
      if name == "host" {
        ownHost.append(value)
      } else {
        values[name, default: []].append(value)
      }
    }
    if !ownHost.isEmpty { values["host"] = ownHost }
    if values["content-type"] == nil, let type = request.multipartType("multipart/form-data") {
      values["content-type"] = [type]
    }
    return values.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.joined(separator: ",")) }
  }

  /// Without blanks around it, and with one for each run of them within.
  private static func collapsed(_ value: String) -> String {
    value.words(at: " ").joined(separator: " ")
  }

  /// As libcurl sends it in `Host`: without the port that the scheme has by itself.
  private static func authority(of url: String) -> String {
    guard let start = url.firstRange(ofBytes: "://")?.upperBound else { return "" }
    let authority = url[start..<RequestURL.pathStart(of: url)]
    let ownPort = url.begins(with: "https:") ? ":443" : ":80"
    return authority.ends(with: ownPort)
      ? String(authority.droppingLast(bytes: ownPort.utf8.count)) : String(authority)
  }
}

extension WireRequest {
  func has(_ name: String) -> Bool {
    headers.contains { $0.name.caseInsensitiveEquals(name) }
  }
}
