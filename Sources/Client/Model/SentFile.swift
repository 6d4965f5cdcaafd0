/// A file as it left with a request: what proves later which bytes the server was given.
public struct SentFile: Hashable, Sendable {
  public var path: String
  /// 32 bytes.
  public var sha256: [UInt8]

  public init(path: String, sha256: [UInt8]) {
    self.path = path
    self.sha256 = sha256
  }
}
