import ClientModel
import ClientYAML

/// A saved request as YAML: what its keys are, and where secrets may stand in it.
enum RequestFile {
  static let keys = [
    "name", "gateway", "method", "url", "path", "query", "headers", "without-headers", "body",
    "auth",
    "options", "idempotency-key", "endpoint", "job",
    "filter", "assert",
  ]

  /// The first place where a literal stands that should be a reference; nil when there is none.
  static func secretPlace(in draft: Draft) -> String? {
    switch draft.authorization {
    case .none: break
    case .bearer(let token): if !isSafe(token) { return "The bearer token" }
    case .basic(let user, let password), .digest(let user, let password):
      if !isSafe(password) { return "The password" }
      // Some services take their key as the user, with no password.
      if password.isEmpty, !isSafe(user) { return "The user, which stands alone as a key does," }
    }
    for field in draft.headers {
      let isSecret =
        field.mark == .secret || HeaderField.secretNames.contains(field.name.lowercased())
      if isSecret, !isSafe(field.value, afterScheme: field.name.lowercased() != "cookie") {
        return "The header \(field.name)"
      }
    }
    for field in draft.query + draft.pathVariables where field.mark == .secret {
      if !isSafe(field.value) { return "The field \(field.name)" }
    }
    if case .form(let fields) = draft.body {
      for field in fields where field.mark == .secret && !isSafe(field.value) {
        return "The form field \(field.name)"
      }
    }
    if let proxy = draft.options.route.proxy, holdsPassword(proxy) { return "The proxy's URL" }
    return holdsPassword(in: draft.url) ? "The URL" : nil
  }

  private static func isSafe(_ text: String, afterScheme: Bool) -> Bool {
    if isSafe(text) { return true }
    guard afterScheme, let space = text.firstIndex(of: " ") else { return false }
    return isSafe(String(text[text.index(after: space)...]))
  }

  /// True for what is no literal: nothing, a reference, a template.
  static func isSafe(_ text: String) -> Bool {
    text.isEmpty || SecretReference(text) != nil || isTemplate(text)
  }

  /// `{{name}}` and nothing else.
  private static func isTemplate(_ text: String) -> Bool {
    text.hasPrefix("{{") && text.hasSuffix("}}") && text.count > 4
      && text.dropFirst(2).dropLast(2).allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "_-. ".contains($0))
      }
  }

  private static func holdsPassword(_ text: SensitiveText) -> Bool {
    text.parts.contains { if case .literal = $0 { true } else { false } }
      || holdsPassword(in: text.plain ?? "")
  }

  private static func holdsPassword(in url: String) -> Bool {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    guard let at = rest.prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@") else {
      return false
    }
    let secret = rest[..<at].split(separator: ":", maxSplits: 1).last ?? ""
    return !isSafe(String(secret))
  }
}
