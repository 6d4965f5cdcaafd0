/// The limits on the size of a response.
public struct TransferLimits: Hashable, Sendable {
  /// The maximum number of bytes of all header fields.
  public var headerBlock: ByteCount
  /// The maximum number of bytes of one header field.
  public var headerLine: ByteCount
  /// The maximum number of header fields.
  public var headerCount: Int
  /// The maximum number of 1xx responses before the final one.
  public var interimResponses: Int
  /// The maximum number of decoded bytes of a body with a content coding.
  public var decodedBody: ByteCount
  /// The maximum ratio of decoded to received bytes of a body with a content coding, checked after
  /// 10 MB.
  public var decodedRatio: Int
  /// The size above which a body without a content coding requires the user's consent.
  public var bodyQuestion: ByteCount

  /// Creates limits. A response that exceeds a limit fails with the error of that limit. Only for
  /// `bodyQuestion`, the user is asked instead.
  public init(
    headerBlock: ByteCount = .kibibytes(256), headerLine: ByteCount = .kibibytes(64),
    headerCount: Int = 500, interimResponses: Int = 20, decodedBody: ByteCount = .gibibytes(2),
    decodedRatio: Int = 200, bodyQuestion: ByteCount = .gibibytes(2)
  ) {
    self.headerBlock = headerBlock
    self.headerLine = headerLine
    self.headerCount = headerCount
    self.interimResponses = interimResponses
    self.decodedBody = decodedBody
    self.decodedRatio = decodedRatio
    self.bodyQuestion = bodyQuestion
  }
}

extension TransferLimits {
  /// The name of each limit on the command line and in files, in the order in which they are
  /// listed.
  package static let names = sizes.map(\.name) + numbers.map(\.name)

  package static let sizes:
    [(
      name: String, path: WritableKeyPath<TransferLimits, ByteCount> & Sendable, meaning: String
    )] = [
      ("header-block", \.headerBlock, "all headers together"),
      ("header-line", \.headerLine, "one header"),
      ("decoded-body", \.decodedBody, "a compressed body after decoding"),
      ("body-question", \.bodyQuestion, "a body without compression, as received"),
    ]
  package static let numbers:
    [(name: String, path: WritableKeyPath<TransferLimits, Int> & Sendable, meaning: String)] = [
      ("header-count", \.headerCount, "the number of headers"),
      ("interim-responses", \.interimResponses, "the number of 1xx responses before the final one"),
      (
        "decoded-ratio", \.decodedRatio,
        "the ratio of decoded to received size, checked from 10 MB on"
      ),
    ]

  /// Sets a limit by its name. Returns false if there is no limit with that name.
  package mutating func set(_ name: String, to value: Int) -> Bool {
    if let size = Self.sizes.first(where: { $0.name == name }) {
      self[keyPath: size.path] = ByteCount(value)
    } else if let number = Self.numbers.first(where: { $0.name == name }) {
      self[keyPath: number.path] = value
    } else {
      return false
    }
    return true
  }
}
