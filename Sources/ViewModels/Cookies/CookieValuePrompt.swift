/// Asks for another value of a cookie.
struct CookieValuePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, CookiesPlace> & Sendable = \.places.cookies

  let cookie: Cookie

  var label: String { "Value of \(cookie.name)" }
  /// As in the list, which shows dots for every value: most cookies are credentials.
  var isSecret: Bool { true }

  func accept(_ text: String, _ cookies: inout CookiesPlace) -> [Effect] {
    [.cookies(.write(cookie, value: text))]
  }
}
