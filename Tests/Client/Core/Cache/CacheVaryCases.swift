import ClientModel

extension CacheCase {
  private static func vary(_ names: String) -> String {
    "Cache-Control: max-age=60 | Vary: \(names)"
  }

  /// Which requests a response is for.
  // swift-format-ignore
  static let vary: [CacheCase] = [
    .init("4.1", "the same value matches", vary("Accept"), first: "Accept: a/b", request: "Accept: a/b", after: 1, .fresh),
    .init("4.1", "another value does not", vary("Accept"), first: "Accept: a/b", request: "Accept: c/d", after: 1, .asked),
    .init("4.1", "another value with a tag is validated", vary("Accept") + " | ETag: \"a\"", first: "Accept: a/b", request: "Accept: c/d", after: 1, .validated),
    .init("4.1", "a missing field matches a missing one", vary("Accept"), after: 1, .fresh),
    .init("4.1", "a missing field does not match one that is there", vary("Accept"), request: "Accept: a/b", after: 1, .asked),
    .init("4.1", "one that is there does not match a missing one", vary("Accept"), first: "Accept: a/b", after: 1, .asked),
    .init("4.1", "an empty field is not a missing one", vary("X"), request: "X:", after: 1, .asked),
    .init("4.1", "fields that are not named may differ", vary("Accept"), first: "Accept: a/b | X: 1", request: "Accept: a/b | X: 2", after: 1, .fresh),
    .init("4.1", "every named field must match", vary("Accept, X"), first: "Accept: a/b | X: 1", request: "Accept: a/b | X: 2", after: 1, .asked),
    .init("4.1", "all named fields match", vary("Accept, X"), first: "Accept: a/b | X: 1", request: "X: 1 | Accept: a/b", after: 1, .fresh),
    .init("4.1", "two Vary lines are one list", vary("Accept") + " | Vary: X", first: "Accept: a/b | X: 1", request: "Accept: a/b | X: 2", after: 1, .asked),
    .init("4.1", "names have no case", vary("ACCEPT"), first: "accept: a/b", request: "Accept: a/b", after: 1, .fresh),
    .init("4.1", "values of fields with case have case", vary("X"), first: "X: One", request: "X: one", after: 1, .asked),
    .init("4.1", "lists of languages have no case", vary("Accept-Language"), first: "Accept-Language: de, EN", request: "Accept-Language: de, en", after: 1, .fresh),
    .init("4.1", "blanks around members are nothing", vary("X"), first: "X: a,b", request: "X: a , b", after: 1, .fresh),
    .init("4.1", "two lines equal one with a comma", vary("X"), first: "X: a | X: b", request: "X: a, b", after: 1, .fresh),
    .init("4.1", "the order of members counts", vary("X"), first: "X: a, b", request: "X: b, a", after: 1, .asked),
    .init("4.1", "a star matches nothing", vary("*"), after: 0, .asked),
    .init("4.1", "a star among names matches nothing", vary("Accept, *"), first: "Accept: a/b", request: "Accept: a/b", after: 0, .asked),
    .init("4.1", "a star on a second line matches nothing", vary("Accept") + " | Vary: *", first: "Accept: a/b", request: "Accept: a/b", after: 0, .asked),
    .init("4.1", "an empty Vary selects by nothing", vary(""), first: "X: 1", request: "X: 2", after: 1, .fresh),
    .init("4.1", "a name may stand twice", vary("X, x"), first: "X: 1", request: "X: 1", after: 1, .fresh),
    .init("4.1", "Vary by Authorization parts identities", vary("Authorization"), first: "Authorization: Bearer a", request: "Authorization: Bearer b", after: 1, .asked),
    .init("4.1", "Vary by Cookie parts sessions", vary("Cookie"), first: "Cookie: s=1", request: "Cookie: s=2", after: 1, .asked),
    .init("4.1", "Vary by Origin counts as any other", vary("Origin"), first: "Origin: http://a", request: "Origin: http://a", after: 1, .fresh),
  ]
}
