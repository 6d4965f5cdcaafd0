/// A prompt for a new value of a cookie.
struct CookieValuePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, CookiesPlace> & Sendable = \.places.cookies

  let cookie: Cookie

  var label: String { "Value of \(cookie.name)" }
  /// Most cookies are credentials, so the list also shows dots for every value.
  var isSecret: Bool { true }

  func accept(_ text: String, _ cookies: inout CookiesPlace) -> [Effect] {
    [.cookies(.write(cookie, value: text))]
  }
}
