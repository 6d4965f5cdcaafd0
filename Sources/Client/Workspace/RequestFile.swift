import ClientModel
import ClientPipeline
import ClientYAML

/// The YAML form of a saved request: its keys, and the search for secrets in plain text.
enum RequestFile {
  static let keys = [
    "name", "gateway", "method", "url", "path", "query", "headers", "without-headers", "body",
    "auth",
    "options", "idempotency-key", "endpoint", "media-type", "security", "job", "filter", "assert",
    "queue",
  ]

  /// Returns the location of the first literal secret in a draft, or nil if there is none.
  ///
  /// - Parameter names: The names that mark a field as a credential.
  static func secretPlace(in draft: Draft, _ names: CredentialNames) -> String? {
    for field in draft.authorization?.secretFields ?? [] where !isSafe(field.value) {
      return "The \(field.place)"
    }
    for field in draft.headers where isSecret(field, .header, names) {
      if !isSafe(field.value, in: field.name) { return "The header \(field.name)" }
    }
    for field in draft.query where isSecret(field, .field, names) {
      if !isSafe(field.value) { return "The field \(field.name)" }
    }
    for field in draft.pathVariables where field.mark == .secret {
      if !isSafe(field.value) { return "The field \(field.name)" }
    }
    if let place = secretPlace(in: draft.body, names) { return place }
    if let proxy = draft.options.route.proxy, holdsSecret(proxy) { return "The proxy's URL" }
    return holdsSecret(in: draft.url, names) ? "The URL" : nil
  }

  /// The advice for a literal secret in a file.
  static let secretAdvice = """
    Write a reference such as env:TOKEN there, or a template such as {{token}}; in a URL or a body, only a \
    template works. If its values are not secret, list the name under `plain` of `secrets` in weir.yaml.
    """

  private static func isSecret(
    _ field: DraftField, _ place: CredentialNames.MessagePart, _ names: CredentialNames
  ) -> Bool {
    field.mark == .secret || field.mark != .off && names.contains(field.name, in: place)
  }

  private static func secretPlace(in body: DraftBody, _ names: CredentialNames) -> String? {
    switch body {
    case .none, .file, .bytes: return nil
    case .form(let fields):
      let found = fields.first { isSecret($0, .field, names) && !isSafe($0.value) }
      return found.map { "The form field \($0.name)" }
    case .multipart(let parts):
      let found = parts.first { part in
        part.path == nil && !isSafe(part.value)
          && isSecret(DraftField(part.name, part.value, mark: part.mark), .field, names)
      }
      return found.map { "The part \($0.name)" }
    case .json(let text): return holdsSecret(text, .json, names) ? "The body" : nil
    case .graphQL(let request):
      return holdsSecret(request.variables, .json, names) ? "The variables" : nil
    case .text(let text, let mediaType):
      return holdsSecret(text, BodyLayout(mediaType), names) ? "The body" : nil
    }
  }

  private static func holdsSecret(
    _ text: String, _ form: BodyLayout, _ names: CredentialNames
  ) -> Bool {
    !names.places(in: text, form).secrets(in: text).allSatisfy(isOpen)
  }

  private static func isSafe(_ text: String, in header: String) -> Bool {
    isSafe(text) || AuthenticationScheme(of: text, in: header).map { isSafe($0.rest) } ?? false
  }

  /// Returns whether a credential is empty, a template or a reference, and not a literal secret.
  static func isSafe(_ text: String) -> Bool { isOpen(text) || SecretReference(text) != nil }

  /// Returns whether a secret in a URL or body is empty or a template. References are not resolved
  /// there.
  static func isOpen(_ text: String) -> Bool { text.isEmpty || isTemplate(text) }

  /// Returns whether the text is exactly `{{name}}`.
  private static func isTemplate(_ text: String) -> Bool {
    text.begins(with: "{{") && text.ends(with: "}}") && text.utf8.count > 4
      && text.utf8.dropFirst(2).dropLast(2).allSatisfy { Template.isNameByte($0) || $0 == 0x20 }
  }

  private static func holdsSecret(_ text: SensitiveText) -> Bool {
    text.parts.contains { if case .literal = $0 { true } else { false } }
      || holdsSecret(in: text.plain ?? "", .standard)
  }

  private static func holdsSecret(in url: String, _ names: CredentialNames) -> Bool {
    // Text without a scheme begins with the host.
    let address = url.utf8.firstRange(of: "//".utf8) == nil ? "//" + url : url
    return !names.places(in: address).secrets(in: address).allSatisfy(isOpen)
  }
}
