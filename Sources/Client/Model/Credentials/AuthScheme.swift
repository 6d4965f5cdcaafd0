/// An authentication scheme.
///
/// `all` lists every scheme. Files, options, forms, the store and the screens use this list.
public struct AuthScheme: Sendable {
  /// A value that belongs to the credentials.
  public struct Field: Hashable, Sendable {
    /// Whether the field is displayed and how it is stored.
    public enum Secrecy: Hashable, Sendable {
      /// The value, such as a region, is displayed and stored in plain text.
      case open
      /// The value is visible while the user types it, but stored sealed. An example is a user
      /// name, because some services use an API key as the user name.
      case shown
      /// The value is stored sealed and never displayed.
      case secret
    }

    /// Whether the field may be omitted or empty.
    public enum Presence: Hashable, Sendable {
      /// The field may be omitted.
      case optional
      /// The field must be present, but may be empty.
      case written
      /// The field must be present and not empty.
      case filled
    }

    /// The name of the field in files and forms: `user`.
    public let name: String
    /// The name of the field within a sentence: `user name`.
    public let text: String
    /// Whether the field is displayed and how it is stored.
    public let secrecy: Secrecy
    /// Whether the field may be omitted or empty.
    public let presence: Presence
    /// The placeholder for the value in usage texts: `USER`, `env:PASS`.
    public let example: String
    /// An ASCII character that the value must not contain, or nil.
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
    /// The transport, which signs the request immediately before sending it. The signature covers
    /// method, URL, headers and body.
    case signature(SignatureKind)
  }

  /// A signature that the transport computes.
  public enum SignatureKind: Hashable, Sendable {
    /// AWS Signature Version 4.
    case awsV4
  }

  /// An option of curl whose value contains fields of the scheme.
  public struct CurlOption: Hashable, Sendable {
    /// The name of the option, including the dashes.
    public let name: String
    /// The start of the value. The fields follow, separated by colons.
    public let beginning: String
    /// The names of the fields in the value.
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
    /// The credentials answer the challenge in the server's first response, which has the status
    /// 401.
    case afterChallenge
  }

  /// The name in files and options: `basic`. It is the name in OpenAPI and the IANA registry of
  /// HTTP schemes.
  public let name: String
  /// The first word of the `Authorization` header.
  public let header: String
  /// The fields in the order in which they are written. The last field is secret.
  public let fields: [Field]
  /// The component that builds the `Authorization` header.
  public let mechanism: Mechanism
  /// The time at which the credentials are sent.
  public let moment: Moment
  /// The curl options that select the scheme. An option is omitted if all of its fields are
  /// optional and empty.
  public let curlOptions: [CurlOption]
  /// The number of the scheme in the store. A number is never reused.
  package let code: UInt8

  /// All schemes, in the order of the menus.
  public static let all: [AuthScheme] = [basic, bearer, digest, awsSignature]

  /// Creates the scheme with this lower-case name. Returns nil if the name is unknown.
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

  /// Returns the scheme that a curl option such as `--digest` selects. Returns nil if the option
  /// selects no scheme.
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

  /// The fields of the one-line notation: the required fields, and the last field even if it is
  /// optional.
  public var lineFields: [Field] {
    fields.filter { $0.presence != .optional || $0 == fields.last }
  }

  /// Returns the one-line notation, such as `basic USER env:PASS`.
  public func form(separator: String) -> String {
    ([name] + lineFields.map(\.example)).joined(separator: separator)
  }

  /// Returns a list with the one-line notation of every scheme.
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
