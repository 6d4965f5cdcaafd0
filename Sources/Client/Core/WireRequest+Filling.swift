import ClientDocuments
package import ClientModel

extension WireRequest {
  /// Creates the request with all secrets filled in.
  ///
  /// The request is validated again, because a secret may contain characters that would split the
  /// request.
  ///
  /// - Parameter secrets: The value of each reference in the request.
  /// - Throws: `invalidRequest` if a field is invalid, or `secretMissing` if a reference has no
  ///   value.
  /// - Source: RFC 9110, sections 5.5 and 5.6.2.
  package init(
    filling request: PreparedRequest, with secrets: [SecretReference: Secret] = [:]
  ) throws(Failure) {
    let filling = Filling(secrets: secrets, origin: request.origin)
    self.init(
      method: request.method, url: try filling.url(of: request), origin: request.origin,
      headers: try filling.headers(of: request), body: try filling.body(request.body),
      authorization: try filling.authorization(request.credentials),
      proxy: try request.options.route.proxy.map { proxy throws(Failure) in
        try filling.value(proxy, "The proxy")
      },
      options: request.options, isRepeatable: request.isRepeatable)
  }
}

extension PreparedRequest {
  /// The references that must be resolved before the request can be sent.
  package var references: [SecretReference] {
    var found = secretQuery.flatMap(\.value.references) + headers.flatMap(\.value.references)
    found += credentials?.references ?? []
    found += options.route.proxy?.references ?? []
    switch body {
    case .text(let text): found += text.references
    case .multipart(_, let parts):
      for part in parts { if case .text(let text) = part.content { found += text.references } }
    case .none, .bytes, .file: break
    }
    return found
  }
}

/// Fills in the secrets of one request.
private struct Filling {
  let secrets: [SecretReference: Secret]
  let origin: Origin

  func url(of request: PreparedRequest) throws(Failure) -> String {
    var fields: [String] = []
    for field in request.secretQuery {
      fields.append(
        PercentEncoding.encode(field.name) + "=" + (try text(field.value, encoded: .percent)))
    }
    let url = request.inserting(secretFields: fields, into: request.url)
    // A space or line break would become part of the request line.
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw problem("The URL contains a space or a control character.")
    }
    return url
  }

  func headers(of request: PreparedRequest) throws(Failure) -> [(name: String, value: String)] {
    var filled: [(name: String, value: String)] = []
    filled.reserveCapacity(request.headers.count + 1)
    for header in request.headers {
      guard HTTPToken.isToken(header.name) else {
        throw problem(
          "The header name “\(header.name)” contains characters that are not allowed in a header name."
        )
      }
      filled.append((header.name, try value(header.value, "The header \(header.name)")))
    }
    let hasKey = request.headers.contains { $0.name.caseInsensitiveEquals("Idempotency-Key") }
    if let key = request.idempotencyKey, !hasKey {
      filled.append(("Idempotency-Key", try value(SensitiveText(key), "The idempotency key")))
    }
    return filled
  }

  func body(_ body: PreparedBody) throws(Failure) -> WireRequest.Body {
    switch body {
    case .none: return .none
    case .text(let content): return .bytes(Array(try text(content).utf8))
    case .bytes(let bytes): return .bytes(bytes)
    case .file(let file): return .file(file)
    case .multipart(let boundary, let parts):
      var filled: [WireRequest.Part] = []
      for part in parts { filled.append(try self.part(part)) }
      return .multipart(boundary: boundary, parts: filled)
    }
  }

  private func part(_ part: MultipartPart) throws(Failure) -> WireRequest.Part {
    for place in [part.name, part.fileName ?? "", part.mediaType ?? ""]
    where !HTTPToken.isFieldValue(place) {
      throw problem(
        "The form part “\(part.name)” contains a control character in its name or type.")
    }
    let content: WireRequest.Part.Content =
      switch part.content {
      case .text(let content): .bytes(Array(try text(content).utf8))
      case .file(let file): .file(file)
      }
    return WireRequest.Part(
      name: part.name, content: content, fileName: part.fileName, mediaType: part.mediaType)
  }

  func authorization(_ credentials: Credentials?) throws(Failure) -> Authentication<String>? {
    try credentials?.map { (field, text) throws(Failure) in
      let filled = try value(text, "The \(field.text)")
      if let character = field.excluded, filled.contains(byte: character) {
        throw problem("The \(field.text) contains `\(character)`.")
      }
      return filled
    }
  }

  /// Returns the checked text of a header value. Secrets are filled in.
  func value(_ content: SensitiveText, _ place: String) throws(Failure) -> String {
    let filled = try text(content)
    guard HTTPToken.isFieldValue(filled) else {
      throw problem("\(place) contains a line break or another control character.")
    }
    return filled
  }

  /// Returns a text with its secrets filled in and its parts encoded.
  ///
  /// - Parameter encoded: The encoding of parts that do not set one.
  private func text(
    _ content: SensitiveText, encoded: SensitiveText.Encoding = .none
  ) throws(Failure) -> String {
    var filled = ""
    for part in content.parts {
      switch part {
      case .plain(let piece): filled += write(piece, encoded)
      case .literal(let secret, let encoding):
        filled += write(secret.reveal(), encoding == .none ? encoded : encoding)
      case .reference(let reference, let encoding):
        guard let secret = secrets[reference] else { throw missing(reference) }
        filled += write(secret.reveal(), encoding == .none ? encoded : encoding)
      }
    }
    return filled
  }

  private func write(_ text: String, _ encoding: SensitiveText.Encoding) -> String {
    switch encoding {
    case .none: text
    case .percent: PercentEncoding.encode(text)
    case .json: JSONText.escaped(text)
    }
  }

  private func problem(_ why: String) -> Failure {
    Failure(
      .invalidRequest, what: "The request to \(origin) was not sent.", why: why,
      whatToDo: "Correct it in the request, or in the secret or template that fills it.")
  }

  private func missing(_ reference: SecretReference) -> Failure {
    Failure(
      .secretMissing, what: "The request to \(origin) was not sent.",
      why: "The secret \(reference) is missing.",
      whatToDo: "Provide it, then release the job.")
  }
}
