/// An authentication scheme with the values of its fields. The values are `String` in drafts and in
/// requests that are being sent, and `SensitiveText` in prepared requests.
public struct Authentication<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The authentication scheme.
  public let scheme: AuthScheme
  /// The values in the order of the scheme's fields, one value per field.
  public private(set) var values: [Value]

  /// Creates credentials with the values that `value` returns for the fields of the scheme.
  public init<Problem: Error>(
    _ scheme: AuthScheme, value: (AuthScheme.Field) throws(Problem) -> Value
  ) throws(Problem) {
    self.scheme = scheme
    values = []
    for field in scheme.fields { values.append(try value(field)) }
  }

  /// The fields of the scheme with their values.
  public var fields: Zip2Sequence<[AuthScheme.Field], [Value]> { zip(scheme.fields, values) }

  /// The value of the field with this name. Nil if the scheme has no such field.
  public subscript(name: String) -> Value? {
    get { index(of: name).map { values[$0] } }
    set { if let newValue, let index = index(of: name) { values[index] = newValue } }
  }

  private func index(of name: String) -> Int? { scheme.fields.firstIndex { $0.name == name } }

  /// Returns the same scheme with transformed values.
  public func map<Other: Hashable & Sendable, Problem: Error>(
    _ transform: (AuthScheme.Field, Value) throws(Problem) -> Other
  ) throws(Problem) -> Authentication<Other> {
    var rest = values[...]
    return try Authentication<Other>(scheme) { field throws(Problem) in
      try transform(field, rest.removeFirst())
    }
  }
}

extension Authentication {
  /// Creates credentials for Basic authentication. Source: RFC 7617.
  public static func basic(user: Value, password: Value) -> Self {
    Self(.basic, [user, password])
  }

  /// Creates credentials with a bearer token. Source: RFC 6750.
  public static func bearer(_ token: Value) -> Self { Self(.bearer, [token]) }

  /// Creates credentials for Digest authentication. Source: RFC 7616.
  public static func digest(user: Value, password: Value) -> Self {
    Self(.digest, [user, password])
  }

  private init(_ scheme: AuthScheme, _ values: [Value]) {
    self.scheme = scheme
    self.values = values
  }
}

/// Credentials as the user typed them: literals or references such as `env:TOKEN`.
public typealias DraftAuthorization = Authentication<String>

/// The credentials of a prepared request. They are bound to the origin of the URL.
public typealias Credentials = Authentication<SensitiveText>

extension Authentication<SensitiveText> {
  /// The references that must be resolved before the credentials can be sent.
  public var references: [SecretReference] { values.flatMap(\.references) }
}

extension Authentication<String> {
  /// A field whose value is secret.
  package struct SecretField {
    package let name: String
    /// The name of the field within a sentence.
    package let place: String
    package let value: String
  }

  /// The secret fields. If all of them are empty, the first field with a value counts as secret
  /// instead, because some services take an API key as the user name.
  package var secretFields: [SecretField] {
    let secrets = fields.filter { $0.0.secrecy == .secret }
    if secrets.allSatisfy(\.1.isEmpty), let (field, value) = fields.first(where: { !$0.1.isEmpty })
    {
      let place = "\(field.text), which has no password and may be an API key,"
      return [SecretField(name: field.name, place: place, value: value)]
    }
    return secrets.map { SecretField(name: $0.name, place: $0.text, value: $1) }
  }
}
