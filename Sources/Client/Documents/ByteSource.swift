package import ClientModel
import Glibc

/// The bytes of a body, in memory or in a file that is read in pieces and may still grow.
///
/// The length of a copy does not change when the original grows. Files are read with `pread` and
/// never mapped, so memory use does not depend on the file's size.
package struct ByteSource: Sendable {
  private enum Storage: Sendable {
    case memory([UInt8])
    case file(SourceFile)
    /// Parts of another body. They do not grow.
    indirect case spliced(SplicedBytes)
    /// The text of another body, as UTF-8.
    case decoded(DecodedBytes)
  }

  private var storage: Storage
  /// The offset in the storage at which the body starts.
  private var base = 0
  private var isSequence = false
  /// The byte ranges of the storage in which every byte is replaced by `mask`, in ascending order.
  private var masks: [Range<Int>] = []
  private var mask: UInt8 = 0

  /// The number of bytes that can be read from the start of the body.
  package private(set) var count: Int

  /// Creates a body in memory.
  package init(_ bytes: [UInt8] = []) {
    storage = .memory(bytes)
    count = bytes.count
  }

  /// Creates a body in memory from text.
  package init(text: String) { self.init(Array(text.utf8)) }

  /// Opens a body in a file, with the file's current length.
  package init(path: String) throws(DocumentError) {
    let file = try SourceFile(path: path)
    storage = .file(file)
    count = try file.length()
  }

  /// Opens a body of a store, with its current length.
  package init(_ bytes: StoredBytes) throws(DocumentError) {
    let file =
      if let path = bytes.localFile { try SourceFile(path: path) } else { try SourceFile(bytes) }
    storage = .file(file)
    count = try file.length()
  }

  /// Creates a body from parts of another body.
  init(_ parts: SplicedBytes) {
    storage = .spliced(parts)
    count = parts.count
  }

  /// Creates a body from the text of another body.
  init(_ text: DecodedBytes) {
    storage = .decoded(text)
    count = text.count
  }

  /// The body before its text was decoded. The source itself if it is not decoded text.
  package var undecoded: ByteSource {
    if case .decoded(let text) = storage { text.raw } else { self }
  }

  /// The decoded text, or nil if the source is not decoded text.
  var decodedText: DecodedBytes? {
    if case .decoded(let text) = storage { text } else { nil }
  }

  /// Returns the offset that the byte at `offset` has in the original body. Returns nil for an
  /// inserted byte, and if this body does not consist of parts of another body.
  package func origin(of offset: Int) -> Int? {
    if case .spliced(let parts) = storage { parts.origin(of: offset) } else { nil }
  }

  /// Appends bytes to a body in memory. To extend a file, write to the file and call `refresh()`.
  package mutating func append(_ more: some Collection<UInt8>) {
    guard case .memory(var bytes) = storage else {
      preconditionFailure("Bytes were appended to a body that is not in memory.")
    }
    storage = .memory([])
    bytes.append(contentsOf: more)
    count = bytes.count - base
    storage = .memory(bytes)
  }

  /// Sets the length to the file's current length. Decoded text is extended by the added bytes.
  /// Does nothing for a body in memory.
  package mutating func refresh() throws(DocumentError) {
    if case .decoded(let text) = storage {
      var raw = text.raw
      try raw.refresh()
      let longer = try DecodedBytes(
        raw, from: text.origin, text.decoder, .growing, after: text)
      storage = .decoded(longer)
      count = longer.count - base
    }
    guard case .file(let file) = storage else { return }
    let length = try file.length()
    guard length >= base + count else {
      throw DocumentError.shortened(path: file.path, expected: base + count, found: length)
    }
    count = length - base
  }

  /// Returns the first `limit` bytes of the body, or the complete body if the body is shorter.
  package func prefix(_ limit: Int) -> ByteSource {
    var shorter = self
    shorter.count = min(count, max(0, limit))
    return shorter
  }

  /// Returns the part of the body that starts at `offset` as a separate body.
  package func suffix(from offset: Int) -> ByteSource {
    var later = self
    let skipped = min(max(0, offset), count)
    later.base += skipped
    later.count -= skipped
    return later
  }

  /// The same body with each record separator replaced by a line break. A JSON text sequence can
  /// then be read as JSON Lines. Offsets do not change.
  ///
  /// - Source: RFC 7464, section 2.1. The separator is not allowed inside a JSON text.
  package var sequence: ByteSource {
    var lines = self
    lines.isSequence = true
    return lines
  }

  /// Returns the same body with every byte in `ranges` replaced by `byte`. The ranges must be in
  /// ascending order. Offsets do not change.
  func masking(_ ranges: [Range<Int>], with byte: UInt8) -> ByteSource {
    var covered = self
    covered.masks = ranges.map { base + $0.lowerBound..<base + $0.upperBound }
    covered.mask = byte
    return covered
  }

  /// Returns the existing bytes of `range`.
  package func bytes(in range: Range<Int>) throws(DocumentError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<count)
    guard !wanted.isEmpty else { return [] }
    if case .memory(let bytes) = storage, !isSequence, masks.isEmpty {
      return Array(bytes[base + wanted.lowerBound..<base + wanted.upperBound])
    }
    var buffer = [UInt8](repeating: 0, count: wanted.count)
    try read(into: &buffer, from: wanted.lowerBound)
    return buffer
  }

  /// Returns the number of leading bytes that both bodies share.
  package func sharedLength(with other: ByteSource) throws(DocumentError) -> Int {
    let end = min(count, other.count)
    var start = 0
    while start < end {
      let range = start..<min(end, start + 64 * 1024)
      let (mine, others) = (try bytes(in: range), try other.bytes(in: range))
      if mine != others { return start + zip(mine, others).prefix { $0 == $1 }.count }
      start = range.upperBound
    }
    return end
  }

  /// Fills the start of `buffer` with the bytes that start at `offset`. Returns the number of bytes
  /// read.
  @discardableResult
  package func read(into buffer: inout [UInt8], from offset: Int) throws(DocumentError) -> Int {
    let wanted = min(buffer.count, count - offset)
    guard wanted > 0 else { return 0 }
    switch storage {
    case .memory(let bytes):
      bytes.withUnsafeBytes { from in
        buffer.withUnsafeMutableBytes { to in
          let start = base + offset
          to.copyMemory(from: UnsafeRawBufferPointer(rebasing: from[start..<start + wanted]))
        }
      }
    case .file(let file):
      try file.read(into: &buffer, count: wanted, from: base + offset)
    case .spliced(let parts):
      try parts.read(into: &buffer, count: wanted, from: base + offset)
    case .decoded(let text):
      try text.read(into: &buffer, count: wanted, from: base + offset)
    }
    if isSequence { for at in 0..<wanted where buffer[at] == 0x1E { buffer[at] = 0x0A } }
    if !masks.isEmpty { mask(&buffer, base + offset..<base + offset + wanted) }
    return wanted
  }

  /// Replaces the masked bytes in `buffer`, which starts with the bytes of `range`.
  private func mask(_ buffer: inout [UInt8], _ range: Range<Int>) {
    var low = 0
    var high = masks.count
    while low < high {
      let middle = (low + high) / 2
      if masks[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < masks.count, masks[low].lowerBound < range.upperBound {
      for at in masks[low].clamped(to: range) { buffer[at - range.lowerBound] = mask }
      low += 1
    }
  }
}

/// An open file, or the opened bytes of a store without files. The file is closed when the last
/// body that reads it is released. Reading changes no state, because `pread` does not use a file
/// position.
private final class SourceFile: Sendable {
  let path: String
  private let descriptor: Int32
  /// The bytes of a store without files, or nil for a file.
  private let opened: OpenedBytes?

  init(path: String) throws(DocumentError) {
    self.path = path
    opened = nil
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  init(_ bytes: StoredBytes) throws(DocumentError) {
    path = bytes.name
    descriptor = -1
    opened = try Self.translated(path) { () throws(Failure) in try bytes.open() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func length() throws(DocumentError) -> Int {
    if let opened {
      return try Self.translated(path) { () throws(Failure) in try opened.length() }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    return Int(status.st_size)
  }

  func read(into buffer: inout [UInt8], count: Int, from offset: Int) throws(DocumentError) {
    var done = 0
    while done < count {
      let got: Int
      if let opened {
        got = try Self.translated(path) { () throws(Failure) in
          try opened.read(into: &buffer, at: done..<count, from: offset + done)
        }
      } else {
        got = buffer.withUnsafeMutableBytes { bytes in
          pread(descriptor, bytes.baseAddress! + done, count - done, off_t(offset + done))
        }
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw Self.failure(path)
      }
      guard got > 0 else {
        throw DocumentError.shortened(
          path: path, expected: offset + count, found: offset + done)
      }
      done += got
    }
  }

  private static func translated<Value>(
    _ path: String, _ read: () throws(Failure) -> Value
  ) throws(DocumentError) -> Value {
    do throws(Failure) { return try read() } catch {
      throw .unreadable(path: path, reason: error.cause ?? error.why)
    }
  }

  private static func failure(_ path: String) -> DocumentError {
    .unreadable(path: path, reason: String(cString: strerror(errno)))
  }
}
