public import ClientModel

/// The key of stored responses. It consists of the URL, the identity of the user and the additions
/// of the cache rule.
///
/// A key may contain secrets, so only its keyed hash is stored.
///
/// - Source: RFC 9111, section 2.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The URL without its fragment. The cache rule may have sorted its query.
  public var url: String
  /// The values that separate users: workspace, environment, credentials and route.
  public var identity: [String]
  /// The values that the cache rule adds: headers, the body, and a mark for a sorted query.
  public var additions: [String]

  /// Creates a key. By default, the key consists of the URL only.
  public init(url: String, identity: [String] = [], additions: [String] = []) {
    self.url = url
    self.identity = identity
    self.additions = additions
  }

  public var description: String { "cache key" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request in the form that the cache uses. It contains all secrets, so it must never be printed
/// or stored.
public struct CacheRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// The method. A cache serves only GET, HEAD and the methods in the cache rule.
  public var method: HTTPMethod
  /// The URL as sent. Secret query values are filled in.
  public var url: String
  /// The header fields as sent, in order. Secrets are filled in.
  public var headers: [(name: String, value: String)]
  /// The values that separate users: workspace, environment, credentials and route.
  public var identity: [String]
  /// The fields that the transport adds. Their names are in lower case, and `Vary` may name them.
  public var implied: [String: String]
  /// The body, or nil for none. For a large body, a digest is sufficient.
  public var body: [UInt8]?
  /// The cache rule of the request.
  public var rule: CacheRule

  /// Creates a request. The default rule serves fresh responses.
  public init(
    method: HTTPMethod, url: String, headers: [(name: String, value: String)] = [],
    identity: [String] = [], implied: [String: String] = [:], body: [UInt8]? = nil,
    rule: CacheRule = CacheRule(mode: .fresh)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.identity = identity
    self.implied = implied
    self.body = body
    self.rule = rule
  }

  public var description: String { "\(method)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The cache key, which is the same for GET and HEAD. If the cache rule names a key, this name
  /// replaces the path and the query of the URL.
  public var key: CacheKey {
    var additions = rule.key.headers.map { name in
      "\(name.lowercased())=\(selectingValue(name.lowercased()))"
    }
    if let name = rule.key.name {
      let server = String(place[..<RequestURL.pathStart(of: place)])
      return CacheKey(url: server, identity: identity, additions: additions + ["name=" + name])
    }
    if method != .get, method != .head { additions.append("method=\(method)") }
    if rule.coversBody(of: method), let body {
      additions.append("body=" + String(decoding: body.map(UInt16.init), as: UTF16.self))
    }
    if rule.key.query == .sorted { additions.append("sorted") }
    return CacheKey(
      url: rule.key.query == .sorted ? Self.sorted(place) : place, identity: identity,
      additions: additions)
  }

  /// The URL without its fragment. Invalidation finds stored responses by this URL.
  public var place: String { String(url.pieces(at: "#", maxSplits: 1)[0]) }

  func all(_ name: String) -> [String] {
    headers.filter { $0.name.caseInsensitiveEquals(name) }.map(\.value)
  }

  var control: CacheControl { CacheControl(all("Cache-Control")) }

  /// The reason why the cache cannot be used for this request, or nil if it can be used.
  ///
  /// The cache does not store partial responses, and it would hide the effect of the user's own
  /// conditions.
  var obstacle: String? {
    // A multipart body contains its boundary, so two multipart bodies are never equal.
    rule.obstacle(
      to: method, body: body == nil ? .none : .fixed, headers: headers.map(\.name))?.why
  }

  private static func sorted(_ url: String) -> String {
    guard let mark = url.firstIndex(ofByte: "?") else { return url }
    let fields = url.rest(after: mark).pieces(at: "&")
    // The order of fields with equal names is kept, because it may be significant.
    let order = fields.enumerated().sorted { left, right in
      let (one, two) = (Self.name(left.element), Self.name(right.element))
      return one == two ? left.offset < right.offset : one < two
    }
    return url.through(mark) + order.map(\.element).joined(separator: "&")
  }

  private static func name(_ field: Substring) -> Substring {
    field.prefix(whileByte: { $0 != UInt8(ascii: "=") })
  }
}
