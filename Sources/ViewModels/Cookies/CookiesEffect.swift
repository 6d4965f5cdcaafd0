/// An operation on the cookie jar of the workspace and environment.
package enum CookiesEffect: FeatureEffect {
  /// Lists the cookies. Results in `CookiesEvent.list`. Every change of the jar also results in
  /// this event.
  case list
  /// Reads the value of a cookie. Results in `CookiesEvent.value`.
  case reveal(Cookie)
  /// Sets the value of a cookie.
  case write(Cookie, value: String)
  case delete(Cookie)
  /// Restores a cookie that was deleted in this session, in the jar in which it was.
  case restore(Cookie)
  case clear
}

/// An event of the cookie jar.
package enum CookiesEvent: ListEvent {
  case list([Cookie])
  /// The value of a cookie that the user wants to edit.
  case value(Cookie, String)

  static let list: WritableKeyPath<ListSources, CookiesList> & Sendable = \.cookies
}

/// The attributes of a cookie. The value stays in the jar.
package struct Cookie: Hashable, Sendable {
  package var name: String
  package var domain: String
  package var path: String
  package var expires: String

  package init(name: String, domain: String, path: String = "/", expires: String = "") {
    self.name = name
    self.domain = domain
    self.path = path
    self.expires = expires
  }
}

extension Effect {
  package static func cookies(_ effect: CookiesEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func cookies(_ event: CookiesEvent) -> AppEvent { .feature(event) }
}
