import ClientModel

/// The filling of templates in a URL.
///
/// The text before the path determines the server and the credentials, so only environments,
/// gateways and `--var` fill it. Data is a row's column or a part of a response. There are three
/// uses of data in a URL:
/// - It fills templates after the start of the path.
/// - It is the full URL. The request is then sent without credentials of another server.
/// - A column is a number within a host, as in `node-{{n}}.example`. The request is then sent
///   without credentials.
extension DraftReading {
  /// The source of the text at the beginning of a URL.
  enum URLStart {
    case draft
    /// The URL of a gateway or a named server. Data cannot replace it.
    case gateway
  }

  struct FilledURL {
    var text: SensitiveText
    /// Whether a row or a response chose the server or part of its host.
    var isData = false
  }

  mutating func fillURL(_ url: String, from start: URLStart) -> FilledURL {
    let data = preparation.environment.data
    guard !data.isEmpty else { return FilledURL(text: fill(url, .url)) }
    let pieces = Template.pieces(of: url)
    if start == .draft, case .name(let use) = pieces.first, let value = data[use.name],
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

  /// Returns whether a data value is a number within a host, as in `node-{{n}}.example`. A number
  /// cannot lead to a host that the user's text does not allow.
  private func isHostNumber(_ leading: LeadingData) -> Bool {
    guard trusted(leading.name, fallback: nil) == nil,
      let digits = preparation.environment.data[leading.name]?.plain?.utf8
    else { return false }
    return (1...9).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
      && Self.endsInHost(leading.before)
  }

  /// Returns whether the beginning of a URL ends within its host.
  private static func endsInHost(_ text: String) -> Bool {
    let authority = RequestURL.authority(of: text)
    return RequestURL.pathStart(of: text) == text.endIndex && !authority.isEmpty
      && authority.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
          || (0x61...0x7A).contains(byte | 0x20)
      }
  }

  /// Returns whether a value is a full URL. A full URL has a scheme or is the only piece.
  private func isFullURL(_ value: String, among pieces: [Template.Piece]) -> Bool {
    RequestURL.namesHost(value) || (pieces.count == 1 && !value.isEmpty && !value.begins(with: "/"))
  }

  /// A template before the path whose value is data.
  private struct LeadingData {
    /// The index of the template among the pieces of the URL.
    var piece: Int
    var name: String
    /// The URL before the template. Each data value in this text is replaced by one letter.
    var before: String
  }

  /// Returns the templates before the path whose values are data. Data comes from rows, responses
  /// and shared values, so the user did not write it.
  ///
  /// The content of data must not move the start of the path, so each value counts as a letter. The
  /// only exception is a value with a leading slash at a position where the authority ends anyway.
  private func leading(_ pieces: [Template.Piece], _ trusted: Set<Int>) -> [LeadingData] {
    let environment = preparation.environment
    var text = ""
    var data: [LeadingData] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let written): text += written
      case .name(let use):
        if let value = environment.data[use.name], !trusted.contains(index) {
          data.append(LeadingData(piece: index, name: use.name, before: text))
          let endsHere = index + 1 == pieces.count || pieces[index + 1].endsAuthority
          text += endsHere && value.outline.begins(with: "/") ? "/" : "x"
        } else {
          text += self.trusted(use.name, fallback: use.fallback)?.outline ?? ""
        }
      }
    }
    let path = text.utf8.distance(from: text.startIndex, to: RequestURL.pathStart(of: text))
    return data.filter { $0.before.utf8.count < path }
  }

  /// Fills the templates of a URL.
  ///
  /// - Parameters:
  ///   - trusted: The indices of the templates that data must not fill.
  ///   - urlPiece: The index of the template that is the full URL, or nil. Its value is not
  ///     encoded.
  private mutating func assemble(
    _ pieces: [Template.Piece], trusted: Set<Int>, urlPiece: Int?
  ) -> SensitiveText {
    var parts: [SensitiveText.Part] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): parts.append(.plain(String(text)))
      case .name(let use):
        if trusted.contains(index) {
          parts += trustedValue(of: use).parts
        } else if preparation.environment.data[use.name] != nil, index != urlPiece {
          parts += value(of: use, .url).mapPlain(.percent) { PercentEncoding.encodeData($0) }.parts
        } else {
          parts += value(of: use, .url).parts
        }
      }
    }
    return SensitiveText(joining: parts)
  }

  /// Returns the value of a name in a template, without searching the data. Returns nil if the name
  /// has no value outside the data. A value that cannot be used is reported when it is filled in.
  private func trusted(_ name: String, fallback: String?) -> SensitiveText? {
    do throws(VariableFault) {
      let value = try preparation.environment.value(of: name)
      return value?.isEmpty == false ? value : fallback.map { SensitiveText($0) } ?? value
    } catch {
      return nil
    }
  }

  /// Returns a value for the text before the path. Reports a name that is defined only by data.
  private mutating func trustedValue(of use: Template.Use) -> SensitiveText {
    if let value = trusted(use.name, fallback: use.fallback) { return counted(value, .url) }
    report(
      .url, "{{\(use.name)}} cannot be used before the path.",
      "Its value comes from a row or a response, which must not choose the server.",
      "Write the server in the URL or in a gateway, or pass --var \(use.name)=VALUE.")
    return SensitiveText("")
  }

  // MARK: A URL from elsewhere

  /// Removes the credentials of a request whose server came from a row or a response. Anyone may
  /// own that server.
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
        .url, what: "The request to \(request.origin) is sent without credentials.",
        why: "The server comes from a row or a response, and the request has no gateway.",
        whatToDo: "Write the server in the URL and fill in the path, or choose its gateway."))
  }

  private mutating func refuseBody(_ origin: Origin) {
    report(
      .body, "The body cannot be sent to \(origin).",
      "It contains a secret, and the full URL is from a row or a response.",
      "Write the server in the URL and fill in the path, or choose its gateway.")
  }
}

extension Template.Piece {
  /// Whether the text begins with a character that ends the authority.
  fileprivate var endsAuthority: Bool {
    if case .text(let text) = self {
      text.firstIndex(ofAnyByte: "/?#") == text.startIndex
    } else {
      false
    }
  }
}

extension SensitiveText {
  /// The text with each secret replaced by a letter. A secret never counts as a delimiter of the
  /// URL.
  fileprivate var outline: String {
    parts.map { if case .plain(let text) = $0 { text } else { "x" } }.joined()
  }
}
