import Glibc

/// The bytes of a body in a store. They can be read from any offset, even while the body grows.
/// Creating this value does not open the body.
public struct StoredBytes: Sendable {
  /// The name of the bytes in messages. It is unique in the store.
  public let name: String
  private let opening: (@Sendable () throws(Failure) -> OpenedBytes)?

  /// Creates a value for a store that keeps bodies in local files.
  ///
  /// - Parameter path: The full path of the file.
  public init(localFile path: String) {
    name = path
    opening = nil
  }

  /// Creates a value for a store that reads bodies in its own way.
  ///
  /// - Parameter open: Opens the bytes. Called each time that a reader is needed.
  public init(name: String, open: @escaping @Sendable () throws(Failure) -> OpenedBytes) {
    self.name = name
    opening = open
  }

  /// The path of the local file with these bytes, or nil. The path is meant for people and other
  /// programs.
  public var localFile: String? { opening == nil ? name : nil }

  /// Opens the bytes.
  ///
  /// - Throws: `storage` if the bytes cannot be opened.
  public func open() throws(Failure) -> OpenedBytes {
    if let opening { return try opening() }
    let file = Glibc.open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Failure(
        .storage, what: "The body was not opened.",
        why: "The file \(name) cannot be read.",
        whatToDo: "Check that the file is there and may be read.", cause: SystemReason.text(errno))
    }
    return OpenedBytes(descriptor: file, of: name)
  }
}

extension StoredBytes: Hashable {
  public static func == (left: StoredBytes, right: StoredBytes) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The opened bytes of a body. They are closed when the last copy of this value is released.
public struct OpenedBytes: Sendable {
  /// A function that returns the number of bytes that can currently be read.
  public typealias Length = @Sendable () throws(Failure) -> Int
  /// A function that reads bytes from an offset. It returns the number of bytes read, or 0 at the
  /// end.
  public typealias Read = @Sendable (UnsafeMutableRawBufferPointer, Int) throws(Failure) -> Int

  private let lengthNow: Length
  private let reading: Read

  /// Creates a reader from two functions. They may be called from any thread.
  public init(length: @escaping Length, read: @escaping Read) {
    lengthNow = length
    reading = read
  }

  /// Creates a reader for an open file, which the reader will close.
  fileprivate init(descriptor: Int32, of path: String) {
    let file = ClosingDescriptor(descriptor)
    @Sendable func failure() -> Failure {
      Failure(
        .storage, what: "The body was not read.",
        why: "The file \(path) cannot be read.", whatToDo: "Check the disk.",
        cause: SystemReason.text(errno))
    }
    self.init(
      length: { () throws(Failure) in
        var facts = stat()
        guard fstat(file.descriptor, &facts) == 0 else { throw failure() }
        return Int(facts.st_size)
      },
      read: { (buffer, offset) throws(Failure) in
        while true {
          let count = pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(offset))
          if count >= 0 { return count }
          if errno != EINTR { throw failure() }
        }
      })
  }

  /// Returns the number of bytes that can currently be read.
  public func length() throws(Failure) -> Int { try lengthNow() }

  /// Reads bytes from an offset into a buffer.
  ///
  /// - Returns: The number of bytes read, which is 0 only at the end or for an empty buffer.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, from offset: Int
  ) throws(Failure) -> Int {
    try reading(buffer, offset)
  }

  /// Reads bytes from an offset into a part of an array.
  ///
  /// - Returns: The number of bytes read, which is 0 only at the end or for an empty part.
  public func read(
    into array: inout [UInt8], at part: Range<Int>, from offset: Int
  ) throws(Failure) -> Int {
    let result: Result<Int, Failure> = array.withUnsafeMutableBytes { bytes in
      do throws(Failure) {
        return .success(try reading(UnsafeMutableRawBufferPointer(rebasing: bytes[part]), offset))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Closes a file descriptor when the last reference is released.
private final class ClosingDescriptor: Sendable {
  let descriptor: Int32
  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }
}
