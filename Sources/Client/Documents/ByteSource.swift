package import ClientModel
import Glibc

/// The bytes of a body, in memory or in a file that may still grow.
///
/// A copy keeps its length when the original grows. Files are read in chunks with `pread`, so
/// memory use does not depend on the size of the file.
package struct ByteSource: Sendable {
  private enum Storage: Sendable {
    case memory([UInt8])
    case file(SourceFile)
    /// Parts of another body, which do not grow.
    indirect case spliced(SplicedBytes)
    /// The text of another body, converted to UTF-8.
    case decoded(DecodedBytes)
  }

  private var storage: Storage
  /// The start of this body in the storage.
  private var base = 0
  private var isSequence = false
  /// The ranges of the storage in which every byte is read as `mask`, in ascending order.
  private var masks: [Range<Int>] = []
  private var mask: UInt8 = 0

  /// The length of the body in bytes.
  package private(set) var count: Int

  /// Creates a body in memory.
  package init(_ bytes: [UInt8] = []) {
    storage = .memory(bytes)
    count = bytes.count
  }

  package init(text: String) { self.init(Array(text.utf8)) }

  /// Opens a body in a file. The length is fixed until `refresh()` is called.
  package init(path: String) throws(DocumentError) {
    let file = try SourceFile(path: path)
    storage = .file(file)
    count = try file.length()
  }

  /// Opens a body of a store. The length is fixed until `refresh()` is called.
  package init(_ bytes: StoredBytes) throws(DocumentError) {
    let file =
      if let path = bytes.localFile { try SourceFile(path: path) } else { try SourceFile(bytes) }
    storage = .file(file)
    count = try file.length()
  }

  init(_ parts: SplicedBytes) {
    storage = .spliced(parts)
    count = parts.count
  }

  init(_ text: DecodedBytes) {
    storage = .decoded(text)
    count = text.count
  }

  /// The body before its text was decoded, or this body if it was not decoded.
  package var undecoded: ByteSource {
    if case .decoded(let text) = storage { text.raw } else { self }
  }

  var decodedText: DecodedBytes? {
    if case .decoded(let text) = storage { text } else { nil }
  }

  /// Returns the offset in the original body for an offset in this body, which consists of parts of
  /// the original. Returns nil for an inserted byte and for any other body.
  package func origin(of offset: Int) -> Int? {
    if case .spliced(let parts) = storage { parts.origin(of: offset) } else { nil }
  }

  /// Appends bytes to a body in memory. To extend a body in a file, write to the file and call
  /// `refresh()`.
  package mutating func append(_ more: some Collection<UInt8>) {
    guard case .memory(var bytes) = storage else {
      preconditionFailure("Bytes were appended to a body that is not in memory.")
    }
    storage = .memory([])
    bytes.append(contentsOf: more)
    count = bytes.count - base
    storage = .memory(bytes)
  }

  /// Updates the length to the current length of the file, and decodes new bytes of decoded text.
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

  /// Returns the first `limit` bytes of the body, or the complete body if it is shorter.
  package func prefix(_ limit: Int) -> ByteSource {
    var shorter = self
    shorter.count = min(count, max(0, limit))
    return shorter
  }

  /// Returns the bytes from `offset` to the end as a separate body.
  package func suffix(from offset: Int) -> ByteSource {
    var later = self
    let skipped = min(max(0, offset), count)
    later.base += skipped
    later.count -= skipped
    return later
  }

  /// The same body with each record separator replaced by a line break, so that a JSON text
  /// sequence can be read as JSON Lines. Offsets do not change.
  ///
  /// - Source: RFC 7464, section 2.1. A JSON text cannot contain the separator.
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

  /// Returns the bytes in `range`. Offsets past the end of the body are ignored.
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

  /// Returns the length of the common prefix of both bodies.
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

  /// Reads bytes at `offset` into `buffer`, and returns the number of bytes read.
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

  /// Masks the bytes in `buffer` that are in `masks`. The buffer begins with the bytes of `range`.
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

/// A body that is open for reading: a file, or bytes in a store that does not use files.
///
/// The file is closed when the last body that reads it is released. Reading changes no state,
/// because `pread` does not use the file offset.
private final class SourceFile: Sendable {
  let path: String
  private let descriptor: Int32
  /// The open bytes in a store that does not use files, or nil for a file.
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
