extension PreparedRequest {
  /// Whether it is sent with `Content-Length: 0`: it has no body, and its own field, its method or a body that
  /// was given empty says that the length is to be stated.
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
