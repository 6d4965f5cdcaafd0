import Glibc

/// The location for a body that is about to be received. The body exists only after `create()` is
/// called.
public struct NewBody: Sendable {
  /// The bytes of the body. They can be read after `create()`, even while more are received.
  public let bytes: StoredBytes
  private let creation: (@Sendable () throws(Failure) -> BodyWriter)?

  /// Creates a location in a store that keeps bodies in local files.
  ///
  /// - Parameter path: The full path of the file, whose last component is the body's name in the
  ///   store.
  public init(localFile path: String) {
    bytes = StoredBytes(localFile: path)
    creation = nil
  }

  /// Creates a location in a store that writes bodies in its own way.
  ///
  /// - Parameter create: Creates the body. Called at most once.
  public init(
    bytes: StoredBytes, create: @escaping @Sendable () throws(Failure) -> BodyWriter
  ) {
    self.bytes = bytes
    creation = create
  }

  /// Creates the body. A file gets the mode 0600.
  ///
  /// - Throws: `storage` or `diskFull` if the body exists already or cannot be created.
  public func create() throws(Failure) -> BodyWriter {
    if let creation { return try creation() }
    let path = bytes.name
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .bodyNotStored(in: path, error: errno) }
    return BodyWriter(localFile: path, descriptor: file)
  }
}

/// A body that was created and can be written through its file descriptor. The descriptor is closed
/// when the last reference to the writer is released.
public final class BodyWriter: Sendable {
  /// The body's name in the store, as `StoredBody` contains it.
  public let name: String
  /// The name of the body in messages.
  public let description: String
  /// The open file, which can be read and written.
  public let descriptor: Int32
  private let synchronize: @Sendable (Int32) -> Int32
  private let removal: @Sendable () -> Void

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: An open file, which the writer closes.
  /// - sync: Syncs the written bytes and the name to disk. Returns zero or the system's error
  ///   number. Called from any thread.
  ///   - remove: Deletes the body.
  public init(
    name: String, description: String, descriptor: Int32,
    sync: @escaping @Sendable (Int32) -> Int32, remove: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.description = description
    self.descriptor = descriptor
    synchronize = sync
    removal = remove
  }

  fileprivate convenience init(localFile path: String, descriptor: Int32) {
    self.init(
      name: path.words(at: "/").last.map(String.init) ?? path, description: path,
      descriptor: descriptor,
      sync: { descriptor in
        if fdatasync(descriptor) != 0 { return errno }
        // A new file survives a power cut only if the folder's entry for it is also on disk.
        let end = path.lastIndex(ofByte: "/") ?? path.startIndex
        let folder = end == path.startIndex ? "." : String(path[..<end])
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return errno }
        defer { close(opened) }
        return fsync(opened) == 0 ? 0 : errno
      },
      remove: { unlink(path) })
  }

  deinit { close(descriptor) }

  /// Syncs the written bytes and the name to disk. Returns zero or the system's error number. May
  /// be called from any thread.
  public func sync() -> Int32 { synchronize(descriptor) }

  /// Deletes the body.
  public func remove() { removal() }
}

extension Failure {
  /// Returns the failure for a body that could not be written.
  ///
  /// - Parameter place: The name of the body in messages.
  package static func bodyNotStored(in place: String, error: Int32) -> Failure {
    let isFull = error == ENOSPC || error == EDQUOT
    return Failure(
      isFull ? .diskFull : .storage,
      what: "The response was not stored completely.",
      why: isFull ? "The disk is full." : "Its body could not be written to \(place).",
      whatToDo: isFull
        ? "Free some space and send the request again."
        : "Check that the folder exists and is writable, then send the request again.",
      cause: String(cString: strerror(error)))
  }
}
