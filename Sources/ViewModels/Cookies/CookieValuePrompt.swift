/// A prompt for a new value of a cookie.
struct CookieValuePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, CookiesList> & Sendable = \.lists.cookies

  let cookie: Cookie

  var label: String { "Value of \(cookie.name)" }
  /// Whether the typed value is masked. Most cookies are credentials, so the cookie list masks
  /// every value too.
  var isSecret: Bool { true }

  func accept(_ text: String, _ cookies: inout CookiesList) -> [Effect] {
    [.cookies(.write(cookie, value: text))]
  }
}
