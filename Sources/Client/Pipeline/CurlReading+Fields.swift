import ClientModel

/// Headers, credentials and trust of a curl line.
extension CurlReading {
  mutating func takeHeader(_ text: String) throws(CurlProblem) {
    if text.hasPrefix("@") {
      switch files.read(String(text.dropFirst())) {
      case .failure(let refusal): drop("-H \(text)", refusal.why)
      case .success(let bytes):
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
          takeHeaderLine(String(line))
        }
      }
      return
    }
    takeHeaderLine(text)
  }

  private mutating func takeHeaderLine(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else {
      if text.hasSuffix(";") {
        draft.headers.append(DraftField(String(text.dropLast()), ""))
      } else {
        drop("-H \(text)", "It is no header: it has no colon.")
      }
      return
    }
    let name = String(text[..<colon].trimmed)
    // curl sends what follows the colon as it stands; one space of it is ours to write.
    var value = String(text[text.index(after: colon)...])
    if value.hasPrefix(" ") { value.removeFirst() }
    if value.trimmed.isEmpty {
      draft.removedHeaders.append(name)
    } else if HeaderField.secretNames.contains(name.lowercased()) {
      takeSecret(value, "-H \(name)") { $0.headers.append(DraftField(name, value)) }
    } else {
      add(header: name, value)
    }
  }

  /// What curl sends as it stands is not looked up here (rule T13).
  mutating func add(header name: String, _ value: String) {
    draft.headers.append(
      DraftField(name, value, mark: SecretReference(value) == nil ? .plain : .literal))
  }

  /// A foreign line must not make this machine look a secret up or run a command (rule T13).
  mutating func takeSecret(_ value: String, _ option: String, _ keep: (inout Draft) -> Void) {
    let afterScheme = value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    guard SecretReference(value) == nil, SecretReference(afterScheme) == nil else {
      return drop(
        option, "Its value reads like a reference to a secret of this machine; type it yourself.")
    }
    keep(&draft)
  }

  mutating func finishHeaders() {
    if !cookies.isEmpty {
      let value = cookies.joined(separator: ";")
      takeSecret(value, "-b") { $0.headers.append(DraftField("Cookie", value)) }
    }
    let isJSON = if case .json = draft.body { true } else { false }
    if isJSON, !has("Accept"),
      !draft.removedHeaders.contains(where: { $0.caseInsensitiveEquals("Accept") })
    {
      draft.headers.append(DraftField("Accept", "*/*"))
    }
  }

  func has(_ name: String) -> Bool {
    draft.headers.contains { $0.name.caseInsensitiveEquals(name) }
  }

  mutating func finishAuthorization() {
    if let user {
      let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      let (name, password) = (parts[0], parts.count > 1 ? parts[1] : "")
      if parts.count == 1 { drop("-u", "It has no password; curl would ask for it.") }
      if SecretReference(name) != nil || SecretReference(password) != nil {
        drop(
          "-u", "Its value reads like a reference to a secret of this machine; type it yourself.")
      } else {
        switch scheme {
        case .basic: draft.authorization = .basic(user: name, password: password)
        case .digest: draft.authorization = .digest(user: name, password: password)
        }
      }
    }
    if draft.authorization != .none, has("Authorization") {
      draft.authorization = .none
      drop("-u", "The Authorization header is sent instead, as curl does.")
    }
    if let proxyUser, let proxy = draft.options.route.proxy?.plain,
      let mark = proxy.firstRange(of: "://")
    {
      let pair = proxyUser.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentEncoding.encode($0) }.joined(separator: ":")
      draft.options.route.proxy = SensitiveText([
        .plain(String(proxy[..<mark.upperBound])), .literal(Secret(pair), .none),
        .plain("@\(proxy[mark.upperBound...])"),
      ])
    }
  }

  mutating func takeCertificate(_ value: String) {
    let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
    draft.options.trust.clientCertificate = parts.first
    if parts.count > 1 { drop("--cert password", "A key's password is not kept here.") }
  }

  mutating func takePins(_ value: String) {
    let pins = value.split(separator: ";").map { PublicKeyPin(String($0)) }
    if pins.contains(nil) || pins.isEmpty {
      drop("--pinnedpubkey \(value)", "Only pins written as sha256//… are taken over.")
    }
    draft.options.trust.pins += pins.compactMap { $0 }
  }

  func seconds(_ text: String, _ option: String) throws(CurlProblem) -> Duration? {
    guard let number = Double(text), number.isFinite, number >= 0, number < 1_000_000_000 else {
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "\(option) \(text) is no number of seconds.",
        whatToDo: "Write seconds, such as 10 or 0.5.")
    }
    return number == 0 ? nil : .milliseconds(Int64((number * 1000).rounded(.up)))
  }
}
