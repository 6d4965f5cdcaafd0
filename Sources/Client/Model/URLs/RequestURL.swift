/// A parsed absolute URL. The scheme is http, https, mqtt or mqtts. Display, pinning, redirects and
/// sending all use this value. Text that programs interpret in different ways is rejected.
///
/// - Source: RFC 3986.
package struct RequestURL: Hashable, Sendable {
  package let scheme: String
  /// The host in lower case. An IPv6 address is in brackets and in canonical form, and an IPv4
  /// address consists of four decimal numbers.
  package let host: String
  package let port: Int
  /// The path, which begins with `/` and has no dot segments.
  package let path: String
  /// The query as the user wrote it, without the `?`. Nil if the URL has no query.
  package let query: String?
  /// The decoded user name, or nil if there is none. User name and password are never part of
  /// `text`.
  package let user: String?
  package let password: String?

  init(
    scheme: String, host: String, port: Int, path: String, query: String?, user: String? = nil,
    password: String? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
    self.user = user
    self.password = password
  }

  package var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

  /// The URL. User information, fragment and default port are omitted.
  package var text: String {
    let colon = port == Origin.defaultPort(of: scheme) ? "" : ":\(port)"
    return "\(scheme)://\(host)\(colon)\(path)" + (query.map { "?\($0)" } ?? "")
  }

  /// Returns the URL with its query replaced. If the query is empty, the result has no `?`.
  package func with(query: String) -> RequestURL {
    RequestURL(
      scheme: scheme, host: host, port: port, path: path, query: query.isEmpty ? nil : query,
      user: user, password: password)
  }
}

/// The reason why a text is not a valid URL for a request.
package struct URLProblem: Error, Hashable, Sendable {
  package let why: String
  package let whatToDo: String
  /// The unsupported scheme, or nil if the text has a different error.
  package let foreignScheme: String?

  init(_ why: String, _ whatToDo: String, foreignScheme: String? = nil) {
    self.why = why
    self.whatToDo = whatToDo
    self.foreignScheme = foreignScheme
  }
}
