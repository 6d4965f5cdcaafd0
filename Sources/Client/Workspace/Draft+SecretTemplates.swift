package import ClientModel
import ClientPipeline

/// A secret that was removed from a draft, and its template.
package struct SecretTemplate: Hashable, Sendable {
  /// The secret's location as part of a sentence, such as `password` or `header X-Key`.
  package let place: String
  /// The name in `{{name}}`.
  package let name: String
}

extension Draft {
  /// Replaces each literal secret in the draft with a template such as `{{password}}`, so that the
  /// draft can be saved. References and templates are not replaced.
  ///
  /// - Parameter names: The names that mark a field as a credential.
  package func withSecretTemplates(
    _ names: CredentialNames = .standard
  ) -> (draft: Draft, secrets: [SecretTemplate]) {
    var taking = SecretReplacement(names: names)
    var draft = self
    draft.authorization = taking.authorization(authorization)
    draft.headers = headers.map { taking.header($0) }
    draft.query = query.map { taking.field($0) }
    draft.body = taking.body(body)
    draft.url = taking.url(url)
    draft.options.route.proxy = options.route.proxy.map { taking.proxy($0) }
    return (draft, taking.secrets)
  }
}

/// The state of replacing secrets in a draft with templates.
private struct SecretReplacement {
  let names: CredentialNames
  private(set) var secrets: [SecretTemplate] = []
  /// The replaced secret for each template name.
  private var values: [String: String] = [:]

  init(names: CredentialNames) { self.names = names }

  mutating func authorization(_ authorization: DraftAuthorization?) -> DraftAuthorization? {
    var taken = authorization
    for field in authorization?.secretFields ?? [] {
      taken?[field.name] = take(field.value, field.place, named: field.name)
    }
    return taken
  }

  mutating func header(_ field: DraftField) -> DraftField {
    guard field.mark == .secret || names.contains(field.name, in: .header) else { return field }
    let name = field.name.lowercased()
    var taken = field
    // The scheme is not a secret, so only the credentials after it are replaced: `Token
    // {{authorization}}`.
    if let scheme = AuthenticationScheme(of: field.value, in: field.name) {
      let rest = take(scheme.rest, "header \(field.name)", named: name)
      taken.value = "\(scheme.word) \(rest)"
    } else {
      taken.value = take(field.value, "header \(field.name)", named: name)
    }
    return taken
  }

  mutating func field(_ field: DraftField) -> DraftField {
    guard field.mark == .secret || field.mark != .off && names.contains(field.name, in: .field)
    else { return field }
    var taken = field
    taken.value = take(field.value, "field \(field.name)", named: field.name)
    if taken.value != field.value, field.mark == .encoded || field.mark == .literal {
      taken.mark = .plain
    }
    return taken
  }

  mutating func body(_ body: DraftBody) -> DraftBody {
    switch body {
    case .none, .file, .bytes: return body
    case .form(let fields): return .form(fields.map { field($0) })
    case .json(let text): return .json(self.text(text, .json))
    case .graphQL(var request):
      request.variables = text(request.variables, .json)
      return .graphQL(request)
    case .text(let text, let mediaType):
      return .text(self.text(text, BodyLayout(mediaType)), mediaType: mediaType)
    case .multipart(let parts):
      return .multipart(
        parts.map { part in
          guard part.path == nil, part.mark != .off,
            part.mark == .secret || names.contains(part.name, in: .field)
          else { return part }
          var taken = part
          taken.value = take(part.value, "part \(part.name)", named: part.name)
          return taken
        })
    }
  }

  private mutating func text(_ text: String, _ form: BodyLayout) -> String {
    replace(names.places(in: text, form), in: text, "body")
  }

  /// Replaces the password in `https://user:password@host` and the values of credential query
  /// fields.
  mutating func url(_ url: String) -> String { replace(names.places(in: url), in: url, "URL") }

  private mutating func replace(
    _ places: SecretRanges, in text: String, _ part: String
  ) -> String {
    var result = ""
    for piece in places.pieces(of: text) {
      guard piece.isSecret else {
        result += piece.text
        continue
      }
      let name = Self.name(before: result) ?? "password"
      let place = "\(name == "password" ? name : "field \(name)") in the \(part)"
      result += take(piece.text, place, named: name)
    }
    return result
  }

  /// Returns the field name at the end of a text: `api_key` for `…?api_key=` and `{"api_key": "`.
  /// Returns nil if the text does not end with a name.
  private static func name(before text: String) -> String? {
    let isLetter: (UInt8) -> Bool = {
      ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0)
        || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    let bytes = Array(text.utf8)
    let lead = bytes.reversed().prefix { !isLetter($0) }
    guard !lead.contains(UInt8(ascii: ":")) || lead.contains(UInt8(ascii: "\"")) else { return nil }
    let name = bytes.dropLast(lead.count).reversed().prefix(while: isLetter).reversed()
    return name.isEmpty || lead.isEmpty ? nil : String(decoding: Array(name), as: UTF8.self)
  }

  /// Replaces the password in a proxy's URL, or the user name if there is no password.
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
    // Different secrets with the same field name need different template names.
    var own = name
    var number = 2
    while let other = values[own], other != text {
      own = "\(name)-\(number)"
      number += 1
    }
    values[own] = text
    secrets.append(SecretTemplate(place: place, name: own))
    return "{{\(own)}}"
  }
}
