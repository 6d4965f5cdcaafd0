/// A file that was sent with a request. The digest proves which bytes were sent.
public struct SentFile: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The SHA-256 digest of the file, 32 bytes.
  public var sha256: [UInt8]

  /// Creates a record of a completely sent file.
  public init(path: String, sha256: [UInt8]) {
    self.path = path
    self.sha256 = sha256
  }
}
