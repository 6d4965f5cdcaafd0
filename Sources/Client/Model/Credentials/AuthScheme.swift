/// A way in which a request proves the identity of its sender.
///
/// Each scheme is one row of `all`, which files, options, forms, the store and the screens read.
public struct AuthScheme: Sendable {
  /// One of the texts that the credentials consist of.
  public struct Field: Hashable, Sendable {
    /// Whether the field is a secret.
    public enum Secrecy: Hashable, Sendable {
      /// Stored and shown in clear, as a region is.
      case open
      /// Shown while it is typed, and sealed: some services take an API key as the user name.
      case shown
      /// Sealed, and never shown.
      case secret
    }

    /// Whether the field may be left out.
    public enum Presence: Hashable, Sendable {
      /// It may be left out.
      case optional
      /// It must be written down, and may be empty.
      case written
      /// It must not be empty.
      case filled
    }

    /// Its key in files and its label in forms: `user`.
    public let name: String
    /// As it reads in a sentence: `user name`.
    public let words: String
    /// Whether the field is a secret.
    public let secrecy: Secrecy
    /// Whether the field may be left out.
    public let presence: Presence
    /// Its placeholder in usage texts: `USER`, `env:PASS`.
    public let example: String
    /// An ASCII character that it cannot hold.
    public let excluded: Unicode.Scalar?

    init(
      _ name: String, _ words: String, _ secrecy: Secrecy, _ presence: Presence, example: String,
      excluded: Unicode.Scalar? = nil
    ) {
      self.name = name
      self.words = words
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
    /// The transport, which signs method, URL, headers and body when they are about to be sent.
    case signature(SignatureKind)
  }

  /// A signature that the transport computes.
  public enum SignatureKind: Hashable, Sendable {
    /// AWS Signature Version 4.
    case awsV4
  }

  /// An option of curl whose value is made of fields of the scheme.
  public struct CurlOption: Hashable, Sendable {
    /// The name of the option, with its dashes.
    public let name: String
    /// The start of its value; the fields follow, separated by colons.
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

  /// When the credentials are sent.
  public enum Moment: Hashable, Sendable {
    /// With the first request.
    case atOnce
    /// After the server has answered 401 with a challenge, from which they are computed.
    case afterChallenge
  }

  /// In files and options, and as OpenAPI and the registry of HTTP call it: `basic`.
  public let name: String
  /// The word that begins the field `Authorization`.
  public let header: String
  /// In the order in which they are written; a secret is last.
  public let fields: [Field]
  /// The component that builds the `Authorization` header.
  public let mechanism: Mechanism
  /// When the credentials are sent.
  public let moment: Moment
  /// The options that make curl use the scheme. An option is omitted if all of its fields are optional and
  /// empty.
  public let curlOptions: [CurlOption]
  /// Its number in the store. A number is never used again for another scheme.
  package let code: UInt8

  /// Every scheme, in the order in which people are offered them.
  public static let all: [AuthScheme] = [basic, bearer, digest, awsSignature]

  /// Finds a scheme by its name, in lower case; nil for an unknown name.
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

  /// Finds the scheme that an option of curl selects, as `--digest` does.
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

  /// The fields of the one-line notation, in an option or a form field: all except optional fields that
  /// are not last.
  public var lineFields: [Field] {
    fields.filter { $0.presence != .optional || $0 == fields.last }
  }

  /// The one-line notation: `basic USER env:PASS`.
  public func form(separator: String) -> String {
    ([name] + lineFields.map(\.example)).joined(separator: separator)
  }

  /// The one-line notations of all schemes, as a list.
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
  /// Source: RFC 7617; section 2 allows no colon in a user name.
  public static let basic = AuthScheme(
    "basic", header: "Basic", fields: [.user(excluded: ":"), .password],
    mechanism: .libcurl(.basic),
    curlOptions: [CurlOption("-u", ["user", "password"])], code: 0)

  /// Source: RFC 6750.
  public static let bearer = AuthScheme(
    "bearer", header: "Bearer",
    fields: [Field("token", "bearer token", .secret, .filled, example: "env:TOKEN")],
    mechanism: .libcurl(.bearer), curlOptions: [CurlOption("--oauth2-bearer", ["token"])], code: 1)

  /// Source: RFC 7616.
  public static let digest = AuthScheme(
    "digest", header: "Digest", fields: [.user(), .password], mechanism: .libcurl(.digest),
    moment: .afterChallenge, curlOptions: [CurlOption("--digest -u", ["user", "password"])], code: 2
  )
}
