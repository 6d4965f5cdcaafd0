extension HTTPMethod {
  /// Whether it needs no confirmation: IANA lists it, or a broker takes it.
  package var isKnown: Bool {
    isRegistered || rawValue == Publication.method || rawValue == TopicSubscription.method
  }

  /// Whether IANA lists the method. One that it does not list is either a server's own or mistyped.
  ///
  /// - Source: the Hypertext Transfer Protocol (HTTP) Method Registry.
  package var isRegistered: Bool { Self.registry.contains(rawValue) }

  private static let registry: Set<String> = [
    "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "CONNECT", "COPY", "DELETE", "GET",
    "HEAD", "LABEL", "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL",
    "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "OPTIONS", "ORDERPATCH", "PATCH", "POST", "PRI",
    "PROPFIND", "PROPPATCH", "PUT", "QUERY", "REBIND", "REPORT", "SEARCH", "TRACE", "UNBIND",
    "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
  ]
}
