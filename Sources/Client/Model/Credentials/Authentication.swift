/// A scheme with the values of its fields: texts in a draft, sensitive texts in a prepared request,
/// filled texts in a request that is sent.
public struct Authentication<Value: Hashable & Sendable>: Hashable, Sendable {
  /// How the credentials are used.
  public let scheme: AuthScheme
  /// One for each field of the scheme, in its order.
  public private(set) var values: [Value]

  /// Makes the value of each field of a scheme.
  public init<Problem: Error>(
    _ scheme: AuthScheme, value: (AuthScheme.Field) throws(Problem) -> Value
  ) throws(Problem) {
    self.scheme = scheme
    values = []
    for field in scheme.fields { values.append(try value(field)) }
  }

  /// The fields of the scheme, each with its value.
  public var fields: Zip2Sequence<[AuthScheme.Field], [Value]> { zip(scheme.fields, values) }

  /// The value of the field of this name; nil when the scheme has none such.
  public subscript(name: String) -> Value? {
    get { index(of: name).map { values[$0] } }
    set { if let newValue, let index = index(of: name) { values[index] = newValue } }
  }

  private func index(of name: String) -> Int? { scheme.fields.firstIndex { $0.name == name } }

  /// The same scheme with transformed values.
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
  /// Credentials for Basic authentication. Source: RFC 7617.
  public static func basic(user: Value, password: Value) -> Self {
    Self(.basic, [user, password])
  }

  /// A bearer token. Source: RFC 6750.
  public static func bearer(_ token: Value) -> Self { Self(.bearer, [token]) }

  /// Credentials for Digest authentication. Source: RFC 7616.
  public static func digest(user: Value, password: Value) -> Self {
    Self(.digest, [user, password])
  }

  private init(_ scheme: AuthScheme, _ values: [Value]) {
    self.scheme = scheme
    self.values = values
  }
}

/// Credentials as typed: literals or references such as `env:TOKEN`.
public typealias DraftAuthorization = Authentication<String>

/// The credentials of a prepared request, bound to the origin of its URL.
public typealias Credentials = Authentication<SensitiveText>

extension Authentication<SensitiveText> {
  /// The references that must be resolved before the credentials can be sent.
  public var references: [SecretReference] { values.flatMap(\.references) }
}

extension Authentication<String> {
  /// A field that holds a secret.
  package struct SecretField {
    package let name: String
    /// As it reads in a sentence.
    package let place: String
    package let value: String
  }

  /// The secret fields. Where they are all empty, the first other one that is filled counts as a secret, since
  /// some services take an API key as the user.
  package var secretFields: [SecretField] {
    let secrets = fields.filter { $0.0.secrecy == .secret }
    if secrets.allSatisfy(\.1.isEmpty), let (field, value) = fields.first(where: { !$0.1.isEmpty })
    {
      let place = "\(field.words), which is sent without a password as an API key is,"
      return [SecretField(name: field.name, place: place, value: value)]
    }
    return secrets.map { SecretField(name: $0.name, place: $0.words, value: $1) }
  }
}
