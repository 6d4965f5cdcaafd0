/// The limits on the size of a response.
public struct TransferLimits: Hashable, Sendable {
  /// The maximum total size of all header fields in bytes.
  public var headerBlock: ByteCount
  /// The maximum size of one header field in bytes.
  public var headerLine: ByteCount
  /// The maximum number of header fields.
  public var headerCount: Int
  /// The maximum number of 1xx responses before the final response.
  public var interimResponses: Int
  /// The maximum size of a body after decoding its content coding, in bytes.
  public var decodedBody: ByteCount
  /// The maximum ratio of decoded size to received size. It is checked after 10 MB, for bodies with
  /// a content coding.
  public var decodedRatio: Int
  /// The size above which the user is asked whether to receive a body. It applies to bodies without
  /// a content coding.
  public var bodyQuestion: ByteCount

  /// Creates limits. A response fails if it exceeds any limit except `bodyQuestion`, at which the
  /// user is asked.
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
  /// The names of the limits on the command line and in files. They are listed in this order.
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

  /// Sets the limit with this name. Returns false if the name is unknown.
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
