/// An absolute http or https URL, taken apart once; display, pinning, redirects and sending use this
/// one reading. What could be read in two ways is refused.
///
/// - Source: RFC 3986; what is refused: reliability rules T4 and T6.
package struct RequestURL: Hashable, Sendable {
  package let scheme: String
  /// In lower case; IPv6 in brackets and in canonical form, IPv4 as four decimal numbers.
  package let host: String
  package let port: Int
  /// Begins with `/`; dot segments are resolved.
  package let path: String
  /// Without the `?`, as the user wrote it; nil when there is none.
  package let query: String?
  /// Decoded; never part of `text`.
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

  /// The URL without user information and fragment, the default port left out.
  package var text: String {
    let colon = port == Origin.defaultPort(of: scheme) ? "" : ":\(port)"
    return "\(scheme)://\(host)\(colon)\(path)" + (query.map { "?\($0)" } ?? "")
  }

  /// The same URL with another query; an empty one leaves no `?`.
  package func with(query: String) -> RequestURL {
    RequestURL(
      scheme: scheme, host: host, port: port, path: path, query: query.isEmpty ? nil : query,
      user: user, password: password)
  }
}

/// Why a text is not a URL that can be sent to.
package struct URLProblem: Error, Hashable, Sendable {
  package let why: String
  package let whatToDo: String
  /// The scheme, where that alone is wrong.
  package let foreignScheme: String?

  init(_ why: String, _ whatToDo: String, foreignScheme: String? = nil) {
    self.why = why
    self.whatToDo = whatToDo
    self.foreignScheme = foreignScheme
  }
}
