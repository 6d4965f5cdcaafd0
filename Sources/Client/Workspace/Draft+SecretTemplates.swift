package import ClientModel

/// A secret that was taken out of a draft, and the template that stands for it.
package struct SecretTemplate: Hashable, Sendable {
  /// What it was, as it reads in a sentence: `password`, `header X-Key`.
  package let place: String
  /// The name in `{{name}}`.
  package let name: String
}

extension Draft {
  /// The draft as it can be saved: a template such as `{{password}}` in place of each literal secret of
  /// its credentials, headers and URL. References and templates stay.
  package func withSecretTemplates() -> (draft: Draft, secrets: [SecretTemplate]) {
    var taking = SecretTaking()
    var draft = self
    draft.authorization = taking.authorization(authorization)
    draft.headers = headers.map { taking.header($0) }
    draft.query = query.map { taking.field($0) }
    draft.url = taking.url(url)
    draft.options.route.proxy = options.route.proxy.map { taking.proxy($0) }
    return (draft, taking.secrets)
  }
}

/// Takes secrets out, place by place.
private struct SecretTaking {
  private(set) var secrets: [SecretTemplate] = []

  mutating func authorization(_ authorization: DraftAuthorization) -> DraftAuthorization {
    switch authorization {
    case .none: .none
    case .bearer(let token): .bearer(take(token, "token", named: "token"))
    case .basic(let user, let password):
      .basic(user: self.user(user, password), password: self.password(password))
    case .digest(let user, let password):
      .digest(user: self.user(user, password), password: self.password(password))
    }
  }

  /// Some services take their key as the user, with no password.
  private mutating func user(_ user: String, _ password: String) -> String {
    password.isEmpty ? take(user, "user, which stands alone as a key does,", named: "user") : user
  }

  private mutating func password(_ password: String) -> String {
    take(password, "password", named: "password")
  }

  mutating func header(_ field: DraftField) -> DraftField {
    let name = field.name.lowercased()
    guard field.mark == .secret || HeaderField.secretNames.contains(name) else { return field }
    var taken = field
    let space = field.value.firstIndex(of: " ")
    // A scheme is no secret and says what the rest is: `Token {{authorization}}`.
    if name.hasSuffix("authorization"), let space {
      let rest = String(field.value[space...].dropFirst())
      taken.value = field.value[...space] + take(rest, "header \(field.name)", named: name)
    } else {
      taken.value = take(field.value, "header \(field.name)", named: name)
    }
    return taken
  }

  mutating func field(_ field: DraftField) -> DraftField {
    guard field.mark == .secret else { return field }
    var taken = field
    taken.value = take(field.value, "field \(field.name)", named: field.name)
    return taken
  }

  /// The password of `https://user:password@host`.
  mutating func url(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return url }
    let account = authority[..<at]
    let start = account.firstIndex(of: ":").map(account.index(after:)) ?? account.startIndex
    let secret = take(String(account[start...]), "password in the URL", named: "password")
    return url[..<start] + secret + url[at...]
  }

  /// The password of a proxy's URL; its user stays.
  mutating func proxy(_ proxy: SensitiveText) -> SensitiveText {
    SensitiveText(
      proxy.parts.map { part in
        guard case .literal(let secret, _) = part else { return part }
        let pair = secret.reveal().utf8.split(
          separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard pair.count == 2 else {
          return .plain(take(pair[0], "user of the proxy", named: "proxy-user"))
        }
        return .plain(
          pair[0] + ":" + take(pair[1], "password of the proxy", named: "proxy-password"))
      })
  }

  private mutating func take(_ text: String, _ place: String, named name: String) -> String {
    guard !RequestFile.isSafe(text) else { return text }
    secrets.append(SecretTemplate(place: place, name: name))
    return "{{\(name)}}"
  }
}
