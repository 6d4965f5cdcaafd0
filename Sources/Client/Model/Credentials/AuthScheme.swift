/// An authentication scheme.
///
/// Each scheme is one row of `all`, which is used by files, options, forms, the store and the
/// screens.
public struct AuthScheme: Sendable {
  /// A value that is part of the credentials.
  public struct Field: Hashable, Sendable {
    /// The secrecy of the field.
    public enum Secrecy: Hashable, Sendable {
      /// The value is stored and displayed in clear text, such as a region.
      case open
      /// The value is displayed while the user types, and stored sealed, because some services take
      /// an API key as the user name.
      case shown
      /// The value is stored sealed and never displayed.
      case secret
    }

    /// The requirement for the field: optional, written, or not empty.
    public enum Presence: Hashable, Sendable {
      /// The field may be omitted.
      case optional
      /// The field must be written, and may be empty.
      case written
      /// The field must not be empty.
      case filled
    }

    /// The key of the field in files, and its label in forms: `user`.
    public let name: String
    /// The name of the field in a sentence: `user name`.
    public let text: String
    /// The secrecy of the field.
    public let secrecy: Secrecy
    /// The requirement for the field: optional, written, or not empty.
    public let presence: Presence
    /// The placeholder in usage texts: `USER`, `env:PASS`.
    public let example: String
    /// An ASCII character that the value must not contain, or nil for none.
    public let excluded: Unicode.Scalar?

    init(
      _ name: String, _ words: String, _ secrecy: Secrecy, _ presence: Presence, example: String,
      excluded: Unicode.Scalar? = nil
    ) {
      self.name = name
      self.text = words
      self.secrecy = secrecy
      self.presence = presence
      self.example = example
      self.excluded = excluded
    }
  }

  /// The component that builds the `Authorization` header from the credentials.
  public enum Mechanism: Hashable, Sendable {
    /// libcurl, with this authentication method.
    case libcurl(LibcurlKind)
    /// The transport, which signs method, URL, headers and body directly before they are sent.
    case signature(SignatureKind)
  }

  /// A signature that the transport computes.
  public enum SignatureKind: Hashable, Sendable {
    /// AWS Signature Version 4.
    case awsV4
  }

  /// An option of curl whose value consists of fields of the scheme.
  public struct CurlOption: Hashable, Sendable {
    /// The name of the option, with its dashes.
    public let name: String
    /// The first part of the value. The fields follow, separated by colons.
    public let beginning: String
    /// The names of the scheme's fields that make up the value.
    public let fields: [String]

    init(_ name: String, beginning: String = "", _ fields: [String]) {
      self.name = name
      self.beginning = beginning
      self.fields = fields
    }
  }

  /// An authentication method of libcurl.
  public enum LibcurlKind: Hashable, Sendable {
    /// Basic authentication (RFC 7617).
    case basic
    /// A bearer token (RFC 6750).
    case bearer
    /// Digest authentication (RFC 7616).
    case digest
  }

  /// The time at which the credentials are sent.
  public enum Moment: Hashable, Sendable {
    /// The credentials are sent with the first request.
    case atOnce
    /// The credentials are computed from the challenge of the server's first response, a 401, and
    /// then sent.
    case afterChallenge
  }

  /// The name in files and options, as in OpenAPI and the IANA registry of HTTP schemes: `basic`.
  public let name: String
  /// The first word of the `Authorization` header.
  public let header: String
  /// The fields in the order in which they are written. The last field is secret.
  public let fields: [Field]
  /// The component that builds the `Authorization` header.
  public let mechanism: Mechanism
  /// The time at which the credentials are sent.
  public let moment: Moment
  /// The options that make curl use the scheme. An option is omitted if all of its fields are
  /// optional and empty.
  public let curlOptions: [CurlOption]
  /// The number of the scheme in the store. A number is never reused for another scheme.
  package let code: UInt8

  /// All schemes, in the order in which they are offered to the user.
  public static let all: [AuthScheme] = [basic, bearer, digest, awsSignature]

  /// Returns the scheme with this name in lower case, or nil for an unknown name.
  public init?(named name: some StringProtocol) {
    guard let found = Self.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = found
  }

  package init?(code: UInt8) {
    guard let found = Self.all.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// Returns the scheme that an option of curl selects, such as `--digest`, or nil for another
  /// option.
  package init?(curlOption option: String) {
    let found = Self.all.first { scheme in
      scheme.curlOptions.contains {
        $0.name.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(option.utf8) }
      }
    }
    guard let found else { return nil }
    self = found
  }

  init(
    _ name: String, header: String, fields: [Field], mechanism: Mechanism, moment: Moment = .atOnce,
    curlOptions: [CurlOption], code: UInt8
  ) {
    self.name = name
    self.header = header
    self.fields = fields
    self.mechanism = mechanism
    self.moment = moment
    self.curlOptions = curlOptions
    self.code = code
  }

  /// The fields of the one-line notation for options and form fields. Optional fields before the
  /// last field are left out.
  public var lineFields: [Field] {
    fields.filter { $0.presence != .optional || $0 == fields.last }
  }

  /// Returns the one-line notation, such as `basic USER env:PASS`.
  public func form(separator: String) -> String {
    ([name] + lineFields.map(\.example)).joined(separator: separator)
  }

  /// Returns the one-line notations of all schemes, as a list.
  package static func forms(separator: String) -> String {
    all.map { $0.form(separator: separator) }.joined(separator: ", ")
  }
}

extension AuthScheme: Hashable {
  public static func == (left: AuthScheme, right: AuthScheme) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AuthScheme.Field {
  fileprivate static func user(excluded: Unicode.Scalar? = nil) -> Self {
    Self("user", "user name", .shown, .written, example: "USER", excluded: excluded)
  }

  fileprivate static let password = Self(
    "password", "password", .secret, .optional, example: "env:PASS")
}

extension AuthScheme {
  /// Basic authentication. Source: RFC 7617; section 2 forbids a colon in a user name.
  public static let basic = AuthScheme(
    "basic", header: "Basic", fields: [.user(excluded: ":"), .password],
    mechanism: .libcurl(.basic),
    curlOptions: [CurlOption("-u", ["user", "password"])], code: 0)

  /// A bearer token. Source: RFC 6750.
  public static let bearer = AuthScheme(
    "bearer", header: "Bearer",
    fields: [Field("token", "bearer token", .secret, .filled, example: "env:TOKEN")],
    mechanism: .libcurl(.bearer), curlOptions: [CurlOption("--oauth2-bearer", ["token"])], code: 1)

  /// Digest authentication. Source: RFC 7616.
  public static let digest = AuthScheme(
    "digest", header: "Digest", fields: [.user(), .password], mechanism: .libcurl(.digest),
    moment: .afterChallenge, curlOptions: [CurlOption("--digest -u", ["user", "password"])], code: 2
  )
}
