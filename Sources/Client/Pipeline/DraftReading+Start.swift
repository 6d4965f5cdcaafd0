import ClientModel

/// Filling the templates of a URL.
///
/// The text before the path decides where a request goes and which credentials belong to it. It is
/// filled from environments, gateways and `--var` alone: a column of a row or a part of a response may
/// stand behind it, or bring the full URL, which then carries no credentials of another server. A column
/// may also bring a number within a host, as in `node-{{n}}.example`; that URL carries none either.
extension DraftReading {
  /// Whose text a URL begins with.
  enum URLStart {
    case draft
    /// That of a gateway or a named server, which data cannot replace.
    case gateway
  }

  struct FilledURL {
    var text: SensitiveText
    /// True when the server was named by a row or a response.
    var isData = false
  }

  mutating func fillURL(_ url: String, from start: URLStart) -> FilledURL {
    let data = preparation.environment.data
    guard !data.isEmpty else { return FilledURL(text: fill(url, .url)) }
    let pieces = Template.pieces(of: url)
    if start == .draft, case .name(let name) = pieces.first, let value = data[String(name)],
      isFullURL(value.outline, among: pieces)
    {
      return FilledURL(text: assemble(pieces, trusted: [], urlPiece: 0), isData: true)
    }
    var trusted: Set<Int> = []
    while true {
      let leading = leading(pieces, trusted)
      let refused = leading.filter { start == .gateway || !isHostNumber($0) }
      guard refused.isEmpty else {
        trusted.formUnion(refused.map(\.piece))
        continue
      }
      let text = assemble(pieces, trusted: trusted, urlPiece: nil)
      return FilledURL(text: text, isData: !leading.isEmpty)
    }
  }

  /// True for a value of data that is a number and stands inside a host, as in `node-{{n}}.example`. It
  /// cannot make another host than the user's text allows.
  private func isHostNumber(_ leading: LeadingData) -> Bool {
    guard preparation.environment.values[leading.name] == nil,
      let digits = preparation.environment.data[leading.name]?.plain?.utf8
    else { return false }
    return (1...9).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
      && Self.endsInHost(leading.before)
  }

  /// True when the beginning of a URL ends in the middle of its host.
  private static func endsInHost(_ text: String) -> Bool {
    let authority = RequestURL.authority(of: text)
    return RequestURL.pathStart(of: text) == text.endIndex && !authority.isEmpty
      && authority.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
          || (0x61...0x7A).contains(byte | 0x20)
      }
  }

  /// True when a value at the start of a URL names the server: with a scheme, or as the only piece.
  private func isFullURL(_ value: String, among pieces: [Template.Piece]) -> Bool {
    RequestURL.namesHost(value) || (pieces.count == 1 && !value.isEmpty && !value.begins(with: "/"))
  }

  /// A template before the path whose value is data.
  private struct LeadingData {
    /// The place of the template among the pieces of the URL.
    var piece: Int
    var name: String
    /// The text of the URL up to it, in which each value of data counts as one letter.
    var before: String
  }

  /// The templates that stand before the path and take their values from data: rows, responses and shared
  /// values, which the user did not write.
  ///
  /// What data holds has no say in where the path begins: any value counts as a letter, but for one
  /// with a slash at its front that the authority ends at in any case.
  private func leading(_ pieces: [Template.Piece], _ trusted: Set<Int>) -> [LeadingData] {
    let environment = preparation.environment
    var text = ""
    var data: [LeadingData] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let written): text += written
      case .name(let name):
        let name = String(name)
        if let value = environment.data[name], !trusted.contains(index) {
          data.append(LeadingData(piece: index, name: name, before: text))
          let endsHere = index + 1 == pieces.count || pieces[index + 1].endsAuthority
          text += endsHere && value.outline.begins(with: "/") ? "/" : "x"
        } else {
          text += environment.values[name]?.outline ?? ""
        }
      }
    }
    let path = text.utf8.distance(from: text.startIndex, to: RequestURL.pathStart(of: text))
    return data.filter { $0.before.utf8.count < path }
  }

  /// - Parameter urlPiece: The index of the piece that is the URL itself and is not encoded; nil for none.
  private mutating func assemble(
    _ pieces: [Template.Piece], trusted: Set<Int>, urlPiece: Int?
  ) -> SensitiveText {
    var parts: [SensitiveText.Part] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): parts.append(.plain(String(text)))
      case .name(let name):
        if trusted.contains(index) {
          parts += trustedValue(of: String(name)).parts
        } else if preparation.environment.data[String(name)] != nil, index != urlPiece {
          parts += value(of: name, .url).mapPlain(.percent) { PercentEncoding.encodeData($0) }.parts
        } else {
          parts += value(of: name, .url).parts
        }
      }
    }
    return SensitiveText(joining: parts)
  }

  /// A value for the text before the path.
  private mutating func trustedValue(of name: String) -> SensitiveText {
    if let value = preparation.environment.values[name] { return counted(value, .url) }
    report(
      .url, "{{\(name)}} cannot stand before the path.",
      "Its value comes from a row or a response, which must not choose the server.",
      "Write the server in the URL or in a gateway, or pass --var \(name)=VALUE.")
    return SensitiveText("")
  }

  // MARK: A URL from elsewhere

  /// Takes off what proves who asks: the server was named by a row or a response, and may be anyone's.
  mutating func takeOffCredentials(of request: inout PreparedRequest) {
    let before = request
    request.credentials = nil
    request.secretQuery = []
    request.headers.removeAll(where: \.isCredential)
    request.options.trust.clientCertificate = nil
    request.options.trust.clientKey = nil
    request.remote?.query.removeAll(where: \.value.isSecret)
    if case .text(let text) = request.body, text.isSecret { refuseBody(request.origin) }
    if case .multipart(_, let parts) = request.body,
      parts.contains(where: {
        if case .text(let text) = $0.content { text.isSecret } else { false }
      })
    {
      refuseBody(request.origin)
    }
    guard request != before else { return }
    warnings.append(
      DraftProblem(
        .url, what: "The request to \(request.origin) goes without credentials.",
        why: "A row or a response brought its full URL, and that is not the gateway's server.",
        whatToDo: "Write the server in the URL and fill in the path, or choose its gateway."))
  }

  private mutating func refuseBody(_ origin: Origin) {
    report(
      .body, "The body cannot go to \(origin).",
      "It holds a secret, and a row or a response brought the full URL.",
      "Write the server in the URL and fill in the path, or choose its gateway.")
  }
}

extension Template.Piece {
  /// True for a text that no authority goes on with.
  fileprivate var endsAuthority: Bool {
    if case .text(let text) = self {
      text.firstIndex(ofAnyByte: "/?#") == text.startIndex
    } else {
      false
    }
  }
}

extension SensitiveText {
  /// The text with each secret as a letter: what one holds is not known, and separates nothing.
  fileprivate var outline: String {
    parts.map { if case .plain(let text) = $0 { text } else { "x" } }.joined()
  }
}
