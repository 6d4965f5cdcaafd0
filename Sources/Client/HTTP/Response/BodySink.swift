package import ClientCore
package import ClientModel

/// Where a response's body goes: memory for the first 64 KiB, beyond that a file.
package struct BodySink {
  static let memoryLimit = 64 << 10
  /// While the system gives no descriptor for a file, so much stays in memory.
  private static let patience = 16 << 20

  private let path: String
  private var memory: [UInt8] = []
  private(set) var file: BodyFile?
  /// Decoded bytes taken so far.
  package private(set) var length: Int64 = 0

  /// - Parameter path: Where the file is made, only when it is needed.
  package init(path: String) { self.path = path }

  /// Where the bytes are that have come.
  package var place: BodyPlace { file == nil ? .memory : .file }

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

  /// The same for an array.
  package mutating func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Puts what was written on the disk.
  package func sync() throws(Failure) {
    guard let file else { return }
    let error = BodyFile.sync(descriptor: file.descriptor, path: file.path)
    if error != 0 { throw .bodyNotStored(path: file.path, error: error) }
  }

  /// Moves what is in memory to the file: a stream that may never end is read while it comes.
  package mutating func spill() throws(Failure) {
    guard file == nil else { return }
    let made: BodyFile
    do throws(Failure) { made = try BodyFile(creating: path) } catch {
      if memory.count < Self.patience, DescriptorBudget.isExhausted { return }
      throw error
    }
    file = made
    try made.write(memory)
    memory = []
  }

  /// Drops the bytes of a response that another one replaces (a digest challenge).
  mutating func empty() {
    file?.remove()
    file = nil
    memory = []
    length = 0
  }

  /// Makes all bytes so far readable at the path.
  package func flush() throws(Failure) { try file?.flush() }

  /// The body as it is handed on. The file must have been flushed.
  package func stored() -> StoredBody {
    if let file {
      file.trim()
      return .file(name: file.name, length: ByteCount(length), sha256: file.endDigest())
    }
    return memory.isEmpty ? .none : .inline(memory)
  }
}
