import ClientModel

/// The headers, cookies and TLS trust of a curl line.
extension CurlReading {
  mutating func takeHeader(_ word: [UInt8]) throws(CurlProblem) {
    guard word.first == UInt8(ascii: "@") else { return try takeHeaderLine(word) }
    switch try source.content(Array(word.dropFirst()), of: "-H") {
    case .unread(let path, let why): miss("-H @\(path)", why)
    case .typed: dropped.append(.typed("-H @-"))
    case .bytes(let bytes), .script(let bytes):
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let end = line.last == 13 ? line.dropLast() : line
        if !end.isEmpty { try takeHeaderLine(Array(end)) }
      }
    }
  }

  private mutating func takeHeaderLine(_ line: [UInt8]) throws(CurlProblem) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      if line.last == UInt8(ascii: ";") {
        draft.headers.append(DraftField(try source.text(line.dropLast(), of: "-H"), ""))
      } else if ShellVariables.areUsed(in: line) {
        miss("-H \(source.shown(line))", "Only the shell knows which header it is.")
      } else {
        note("-H \(source.shown(line))", "It is not a header: it has no colon.")
      }
      return
    }
    let name = try source.text(line[..<colon], of: "-H")
    guard !name.isEmpty else {
      return note("-H \(source.shown(line))", "It is not a header: it has no name.")
    }
    guard HTTPToken.isToken(name) || ShellVariables.areUsed(in: line[..<colon]) else {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "The header name `\(name)` contains a space or another character that is not allowed.",
        whatToDo: "Correct the header.")
    }
    // curl sends the text after the colon unchanged. Weir adds the first space when it sends the
    // header.
    var value = line[(colon + 1)...]
    if value.first == 0x20 { value = value.dropFirst() }
    guard value.contains(where: { ![0x20, 0x09].contains($0) }) else {
      return draft.removedHeaders.append(name)
    }
    let text = try source.text(value, of: "-H \(name)")
    if CredentialNames.standard.contains(name, in: .header) {
      takeSecret(text, "-H \(name)") { $0.headers.append(DraftField(name, text)) }
    } else {
      add(header: name, text)
    }
  }

  /// Adds a header. curl sends the value unchanged, so references in the value are not resolved.
  private mutating func add(header name: String, _ value: String) {
    draft.headers.append(
      DraftField(name, value, mark: SecretReference(value) == nil ? .plain : .literal))
  }

  /// Sets a header that has a dedicated option. The last value is used. A header set by `-H` takes
  /// precedence.
  mutating func set(header name: String, _ value: String) {
    own.removeAll { $0.name == name }
    own.append((name, value))
  }

  /// Assigns a secret value unless the value is a reference. A pasted line must not make this
  /// machine look up a secret or run a command.
  mutating func takeSecret(_ value: String, _ option: String, _ assign: (inout Draft) -> Void) {
    let space = value.utf8.firstIndex(of: 0x20)
    let afterScheme = space.map { String(value[value.utf8.index(after: $0)...]) } ?? ""
    guard SecretReference(value) == nil, SecretReference(afterScheme) == nil else {
      return miss(
        option, "Its value looks like a reference to a secret; type the reference yourself.")
    }
    assign(&draft)
  }

  mutating func takeCookie(_ value: [UInt8], _ name: String) throws(CurlProblem) {
    let shown = "\(name) \(source.shown(value))"
    if value.contains(UInt8(ascii: "=")) {
      cookies.append(try source.text(value, of: name))
    } else if ShellVariables.areUsed(in: value) {
      miss(shown, "Only the shell knows whether it is a cookie or a file of cookies.")
    } else if !value.isEmpty {
      switch try source.content(value, of: name) {
      case .bytes(let bytes) where !Self.holdsCookies(bytes): note(shown, "It has no cookies.")
      case .bytes, .script, .unread, .typed: miss(shown, "An import reads no cookie files.")
      }
    }
  }

  /// Returns whether a file contains cookie lines of seven fields or `Set-Cookie` headers.
  private static func holdsCookies(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      line.count { $0 == 0x09 } >= 5
        || String(decoding: line, as: UTF8.self).lowercased().begins(with: "set-cookie:")
    }
  }

  mutating func takeReferer(_ value: [UInt8], _ name: String) throws(CurlProblem) {
    let ending = Array(";auto".utf8)
    let plain =
      value.suffix(ending.count) == ending[...] ? value.dropLast(ending.count) : value[...]
    if !plain.isEmpty { set(header: "Referer", try source.text(plain, of: name)) }
  }

  mutating func finishHeaders() throws(CurlProblem) {
    for (name, value) in own where !has(name) && !isRemoved(name) { add(header: name, value) }
    own = []
    guard !cookies.isEmpty, !has("Cookie") else { return }
    let value = cookies.joined(separator: ";")
    takeSecret(value, "-b") { $0.headers.append(DraftField("Cookie", value)) }
  }

  /// Adds `Accept: */*` to a request with a JSON body. By default, Weir would ask for JSON, unlike
  /// curl.
  mutating func offerAccept() {
    guard case .json = draft.body, !has("Accept"), !isRemoved("Accept") else { return }
    draft.headers.append(DraftField("Accept", "*/*"))
  }

  /// Removes a Content-Length of 0. Weir adds this header itself.
  mutating func omitEmptyLength() {
    guard case .none = draft.body, HTTPMethod(draft.method)?.anticipatesContent == true else {
      return
    }
    draft.headers.removeAll { $0.name.caseInsensitiveEquals("Content-Length") && $0.value == "0" }
  }

  func has(_ name: String) -> Bool {
    draft.headers.contains { $0.name.caseInsensitiveEquals(name) }
  }

  private func isRemoved(_ name: String) -> Bool {
    draft.removedHeaders.contains { $0.caseInsensitiveEquals(name) }
  }

  mutating func takeCertificate(_ word: [UInt8]) throws(CurlProblem) {
    let colon = word.firstIndex(of: UInt8(ascii: ":"))
    draft.options.trust.clientCertificate =
      try source.text(word[..<(colon ?? word.endIndex)], of: "--cert")
    if colon != nil { note("--cert password", "Weir does not store the password of a key.") }
  }

  /// Reads `--connect-to HOST:PORT:OTHER:PORT`.
  ///
  /// An empty part means any host, any port, the same host or the same port. If the two ports are
  /// equal, the option becomes a `--resolve`. If they differ, an option for another server is
  /// ignored, and an option for the target is rejected.
  ///
  /// - Parameter target: The URL of the request, or nil if it depends on a shell variable.
  mutating func take(connection word: [UInt8], to target: RequestURL?) throws(CurlProblem) {
    let text = try source.text(word, of: "--connect-to")
    let parts = Self.connectionParts(text)
    let host = parts.first.flatMap { $0.isEmpty ? target?.host : String($0) }
    let port = parts.count == 4 && parts[1].isEmpty ? target.map { "\($0.port)" } : nil
    guard parts.count == 4, let host, let port = port ?? (parts[1].isEmpty ? nil : String(parts[1]))
    else { throw refused(connection: word) }
    guard parts[3].isEmpty || parts[3] == port else {
      guard let target, target.host != host.lowercased() || "\(target.port)" != port else {
        throw refused(connection: word)
      }
      return note("--connect-to \(source.shown(word))", "It concerns another server.")
    }
    guard !parts[2].isEmpty else { return }
    draft.options.route.resolve.append("\(host):\(port):\(parts[2])")
  }

  /// Splits the value of `--connect-to` at its colons. Colons in the brackets of an IPv6 address do
  /// not count.
  private static func connectionParts(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isBracketed = false
    for place in text.utf8.indices {
      switch text.utf8[place] {
      case UInt8(ascii: "["): isBracketed = true
      case UInt8(ascii: "]"): isBracketed = false
      case UInt8(ascii: ":") where !isBracketed:
        parts.append(text[start..<place])
        start = text.utf8.index(after: place)
      default: break
      }
    }
    return parts + [text[start...]]
  }

  private func refused(connection word: [UInt8]) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.",
      why: "--connect-to \(source.shown(word)): \(CurlOption.Why.route.rawValue)",
      whatToDo: "Write HOST:PORT:OTHER:PORT with one port, or remove the option.")
  }

  mutating func takePins(_ word: [UInt8]) throws(CurlProblem) {
    let pins = word.split(separator: UInt8(ascii: ";")).map {
      PublicKeyPin(String(decoding: $0, as: UTF8.self))
    }
    guard !pins.isEmpty, !pins.contains(nil) else {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "--pinnedpubkey \(source.shown(word)): only pins written as sha256//… can be checked.",
        whatToDo: "`weir doctor --pin FILE` computes such a pin from a certificate or a public key."
      )
    }
    draft.options.trust.pins += pins.compactMap { $0 }
  }

  mutating func seconds(_ word: [UInt8], _ option: String) throws(CurlProblem) -> Duration? {
    if ShellVariables.areUsed(in: word) {
      note("\(option) \(source.shown(word))", "Only the shell knows the time.")
      return nil
    }
    let text = String(decoding: word, as: UTF8.self)
    guard let number = Double(text), number.isFinite, number >= 0, number < 1_000_000_000 else {
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "\(option) \(text) is not a number of seconds.",
        whatToDo: "Write seconds, such as 10 or 0.5.")
    }
    return number == 0 ? nil : .milliseconds(Int64((number * 1000).rounded(.up)))
  }
}
