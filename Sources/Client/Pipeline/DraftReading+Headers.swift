import ClientModel

extension DraftReading {
  /// Returns the user's headers with filled templates. Reports invalid headers instead of
  /// correcting them.
  mutating func headers() -> [HeaderField] {
    var fields: [HeaderField] = []
    for (index, field) in draft.headers.enumerated() where field.mark != .off {
      let name = fillPlain(field.name, .header(index), "A header's name")
      guard HTTPToken.isToken(name) else {
        report(
          .header(index), "The header name `\(visible(name))` cannot be sent.",
          name.isEmpty ? "It is empty." : "A name has no spaces, colons or control characters.",
          "Use letters, digits and dashes.")
        continue
      }
      let value = headerValue(field, name, index)
      if value.parts.contains(where: Self.breaksLine) {
        report(
          .header(index), "The value of `\(name)` cannot be sent.",
          "It contains a line break or another control character.",
          "Remove it. Also check the values of its {{templates}}.")
        continue
      }
      fields.append(HeaderField(name, value))
    }
    return fields
  }

  /// Returns the value of a header. A value that is exactly one reference is resolved in any
  /// header. A reference next to other text is resolved only in credentials.
  private mutating func headerValue(
    _ field: DraftField, _ name: String, _ index: Int
  ) -> SensitiveText {
    guard field.mark == .secret || names.contains(name, in: .header) else {
      guard field.mark == .plain, let reference = SecretReference(field.value) else {
        return fill(field.value, .header(index))
      }
      return SensitiveText([.reference(reference, .none)])
    }
    if field.mark == .literal { return fill(field.value, .header(index)).sealed() }
    // The scheme is not a secret. The credentials after the scheme may be a reference.
    if SecretReference(field.value) == nil,
      let scheme = AuthenticationScheme(of: field.value, in: name)
    {
      return SensitiveText(
        [.plain(scheme.word + " ")] + fillSecret(scheme.rest, .header(index)).parts)
    }
    if name.caseInsensitiveEquals("Cookie"), field.mark == .secret,
      let cookies = cookies(field.value, index)
    {
      return cookies
    }
    return fillSecret(field.value, .header(index))
  }

  /// Returns the value of a `Cookie` header that contains references, or nil if the header contains
  /// none.
  ///
  /// A reference must be the full value of a cookie. The function is called only for a header
  /// marked as secret, so a pasted line never resolves a reference.
  private mutating func cookies(_ text: String, _ index: Int) -> SensitiveText? {
    let pairs = text.pieces(at: ";").map { pair in
      let start = pair.firstIndex(ofByte: "=").map(pair.through) ?? pair
      return (start: start, reference: SecretReference(pair[start.endIndex...]), text: pair)
    }
    guard SecretReference(text) == nil, pairs.contains(where: { $0.reference != nil }) else {
      return nil
    }
    var parts: [SensitiveText.Part] = []
    for (number, pair) in pairs.enumerated() {
      let text = (number > 0 ? ";" : "") + (pair.reference == nil ? pair.text : pair.start)
      parts += fill(text, .header(index)).sealed().parts
      if let reference = pair.reference { parts.append(.reference(reference, .none)) }
    }
    return SensitiveText(joining: parts)
  }

  static func breaksLine(_ part: SensitiveText.Part) -> Bool {
    switch part {
    case .plain(let text): !HTTPToken.isFieldValue(text)
    case .literal(let secret, _): !HTTPToken.isFieldValue(secret.reveal())
    case .reference: false
    }
  }

  /// Returns a name for a message. The name has at most 60 characters, and control characters are
  /// replaced.
  func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(60).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
  }

  static let accept = "*/*"
  static let acceptForJSON = "application/json, */*;q=0.5"
  /// The media types of a GraphQL response, preferred first.
  ///
  /// - Source: GraphQL over HTTP, section 4.1.
  static let acceptForGraphQL = "application/graphql-response+json, application/json;q=0.9"

  static func comesByItself(_ name: String) -> Bool {
    [
      "accept", "user-agent", "accept-encoding", "expect", "content-type", "content-length", "host",
    ].contains(name.lowercased())
  }

  /// Returns the headers that Weir adds to the user's headers.
  func defaults(besides headers: [HeaderField], mediaType: String?) -> [HeaderField] {
    var added: [HeaderField] = []
    func offer(_ name: String, _ value: String) {
      guard !headers.contains(where: { $0.name.caseInsensitiveEquals(name) }),
        !draft.removedHeaders.contains(where: { $0.caseInsensitiveEquals(name) })
      else { return }
      added.append(HeaderField(name, SensitiveText(value)))
    }
    // An empty field keeps the transport from sending its default.
    for name in draft.removedHeaders where Self.comesByItself(name) {
      added.append(HeaderField(name, ""))
    }
    let accept =
      switch draft.body {
      case .json: Self.acceptForJSON
      case .graphQL: Self.acceptForGraphQL
      default: Self.accept
      }
    offer("User-Agent", "weir/\(WeirVersion.text)")
    offer("Accept", accept)
    if let mediaType { offer("Content-Type", mediaType) }
    return added
  }
}
