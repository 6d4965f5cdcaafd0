extension HTTPMethod {
  /// Whether the method is registered with IANA or used for brokers. All other methods require a
  /// confirmation.
  package var isKnown: Bool {
    isRegistered || rawValue == Publication.method || rawValue == TopicSubscription.method
  }

  /// Whether the method is registered with IANA. An unregistered method is either specific to a
  /// server or mistyped.
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
