import ClientCore
import ClientModel

/// The canonical form of a request, from which client and server compute the AWS signature.
struct CanonicalRequest {
  enum Path {
    /// The path is unchanged.
    case asSent
    /// The path is percent-encoded again. Its `.`, `..` and empty segments are resolved first.
    case normalized
  }

  let text: String
  /// The names of the signed headers, for example `host;x-amz-date`.
  let signedHeaders: String

  /// Creates the canonical form of a request.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the body in hexadecimal digits, or `UNSIGNED-PAYLOAD`.
  ///   - form: The path form that the service expects.
  init(_ request: WireRequest, digest: String, path form: Path) {
    let end = request.url.firstIndex(ofAnyByte: "#") ?? request.url.endIndex
    let target = request.url[RequestURL.pathStart(of: request.url)..<end]
    let (path, query) = target.cut(at: "?") ?? (target, "")
    let headers = Self.headers(of: request)
    signedHeaders = headers.map(\.name).joined(separator: ";")
    text = [
      request.method.rawValue,
      Self.path(path, form),
      Self.sorted(query),
      headers.map { "\($0.name):\($0.value)\n" }.joined(),
      signedHeaders,
      digest,
    ].joined(separator: "\n")
  }

  // MARK: Path and query

  private static func path(_ path: Substring, _ form: Path) -> String {
    if form == .asSent { return path.isEmpty ? "/" : String(path) }
    var segments: [Substring] = []
    for segment in path.pieces(at: "/") {
      switch segment {
      case "", ".": break
      case "..": _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    let endsInSlash = path.ends(with: "/") && !segments.isEmpty
    return "/" + segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
      + (endsInSlash ? "/" : "")
  }

  /// Returns the query fields, sorted by name and value, in uniform encoding. A field without `=`
  /// has an empty value.
  private static func sorted(_ query: Substring) -> String {
    let fields = query.pieces(at: "&").filter { !$0.isEmpty }.map { field in
      let (name, value) = field.cut(at: "=") ?? (field, "")
      return (name: encodedAgain(name), value: encodedAgain(value))
    }
    return fields.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Decodes and encodes the text, so that `%7e` and `~` become equal. A `%` that does not start an
  /// escape is encoded.
  private static func encodedAgain(_ text: Substring) -> String {
    PercentEncoding.encode(bytes: PercentEncoding.decodeEscapes(in: Array(text.utf8)))
  }

  // MARK: Headers

  /// The headers that are not signed, because libcurl or a proxy may change them.
  private static let unsigned = [
    "accept-encoding", "authorization", "connection", "cookie", "expect", "keep-alive",
    "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    "x-amzn-trace-id",
  ]

  /// Returns the signed headers, sorted, with lowercase names. The values of equal names are joined
  /// by commas.
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

  /// Trims the text and replaces each run of spaces with one space.
  private static func collapsed(_ value: String) -> String {
    value.words(at: " ").joined(separator: " ")
  }

  /// Returns the `Host` header as libcurl sends it. A default port is omitted.
  private static func authority(of url: String) -> String {
    guard let start = url.firstRange(ofBytes: "://")?.upperBound else { return "" }
    let authority = url[start..<RequestURL.pathStart(of: url)]
    let ownPort = url.begins(with: "https:") ? ":443" : ":80"
    return authority.ends(with: ownPort)
      ? String(authority.droppingLast(bytes: ownPort.utf8.count)) : String(authority)
  }
}
