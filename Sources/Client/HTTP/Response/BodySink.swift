package import ClientCore
package import ClientModel

/// The storage of a response body: in memory up to 64 KiB, otherwise in a file.
package struct BodySink {
  static let memoryLimit = 64 << 10
  /// The maximum number of bytes in memory while no file descriptor is free.
  private static let memoryFallbackLimit = 16 << 20

  private let body: NewBody
  private var memory: [UInt8] = []
  private(set) var file: BodyFile?
  /// The number of decoded bytes written so far.
  package private(set) var length: Int64 = 0

  /// Creates empty storage.
  ///
  /// - Parameter body: The destination. It is created only when it is needed.
  package init(_ body: NewBody) { self.body = body }

  /// The current storage: memory or the file.
  package var place: BodyStorage { file == nil ? .memory : .file }

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    length += Int64(bytes.count)
    if let file { return try file.write(bytes) }
    if memory.count + bytes.count <= Self.memoryLimit {
      memory.append(contentsOf: bytes)
      return
    }
    try spill()
    guard let file else { return memory.append(contentsOf: bytes) }
    try file.write(bytes)
  }

  package mutating func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Syncs the written bytes to disk.
  package func sync() throws(Failure) {
    guard let file else { return }
    let error = file.writer.sync()
    if error != 0 { throw .bodyNotStored(in: file.writer.description, error: error) }
  }

  /// Moves the bytes from memory to the file, so that a stream can be read while it is received.
  /// While no file descriptor is free, up to 16 MiB stay in memory.
  package mutating func spill() throws(Failure) {
    guard file == nil else { return }
    let made: BodyFile
    do throws(Failure) { made = try BodyFile(creating: body) } catch {
      if memory.count < Self.memoryFallbackLimit, DescriptorBudget.isExhausted { return }
      throw error
    }
    file = made
    try made.write(memory)
    memory = []
  }

  /// Discards the bytes received so far, because another response follows, for example after an
  /// authentication challenge.
  mutating func empty() {
    file?.writer.remove()
    file = nil
    memory = []
    length = 0
  }

  /// Makes all written bytes readable.
  package func flush() throws(Failure) { try file?.flush() }

  /// Returns the body for the result. The file must be flushed first.
  package func stored() -> StoredBody {
    if let file {
      file.trim()
      return .file(name: file.writer.name, length: ByteCount(length), sha256: file.endDigest())
    }
    return memory.isEmpty ? .none : .inline(memory)
  }
}
