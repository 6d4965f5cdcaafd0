/// A file as it was sent with a request. Its digest later proves which bytes were sent.
public struct SentFile: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// 32 bytes.
  public var sha256: [UInt8]

  /// Creates the record of a file that was sent completely.
  public init(path: String, sha256: [UInt8]) {
    self.path = path
    self.sha256 = sha256
  }
}
