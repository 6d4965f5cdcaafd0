/// A file to be sent, as it was when the request was prepared; a difference at dispatch fails the job.
public struct FileReference: Hashable, Sendable {
  /// The absolute path.
  public var path: String
  /// The size when the file was chosen.
  public var size: ByteCount
  /// Nanoseconds since 1970, as `stat` gives it.
  public var modified: Int64
  /// The inode number when the file was chosen.
  public var inode: UInt64

  /// Creates a reference from facts of the file system.
  public init(path: String, size: ByteCount, modified: Int64, inode: UInt64) {
    self.path = path
    self.size = size
    self.modified = modified
    self.inode = inode
  }
}
