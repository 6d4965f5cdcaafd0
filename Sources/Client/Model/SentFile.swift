/// A file that was sent with a request. Its digest proves which bytes were sent.
public struct SentFile: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The SHA-256 digest, 32 bytes.
  public var sha256: [UInt8]

  /// Creates the record of a file that was sent completely.
  public init(path: String, sha256: [UInt8]) {
    self.path = path
    self.sha256 = sha256
  }
}
