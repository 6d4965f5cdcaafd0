extension PreparedRequest {
  /// Whether the request is sent with `Content-Length: 0`. This requires that it has neither a body
  /// nor `Transfer-Encoding`, and that its method, a header field or an explicitly empty body calls
  /// for a length.
  ///
  /// - Source: RFC 9110, section 8.6.
  public var statesEmptyLength: Bool {
    guard body.isEmpty, !hasHeader("Transfer-Encoding") else { return false }
    if let typed = headers.last(where: { $0.name.caseInsensitiveEquals("Content-Length") }) {
      return !typed.value.isEmpty
    }
    return body != .none || method.anticipatesContent
  }

  private func hasHeader(_ name: String) -> Bool {
    headers.contains { $0.name.caseInsensitiveEquals(name) }
  }
}
