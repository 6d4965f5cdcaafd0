/// A file to be sent, with its properties when the request was prepared. The job fails if these
/// properties change before the file is sent.
public struct FileReference: Hashable, Sendable {
  /// The absolute path.
  public var path: String
  /// The size when the file was chosen.
  public var size: ByteCount
  /// The time of the last modification in nanoseconds since 1970, from `stat`.
  public var modified: Int64
  /// The inode number when the file was chosen.
  public var inode: UInt64

  /// Creates a reference from properties that the file system returned.
  public init(path: String, size: ByteCount, modified: Int64, inode: UInt64) {
    self.path = path
    self.size = size
    self.modified = modified
    self.inode = inode
  }
}
