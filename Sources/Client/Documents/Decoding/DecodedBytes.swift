import Synchronization

/// The text of a body, decoded to UTF-8, which can be read at any offset.
///
/// The decoder's state is stored for each block of 32 KiB, which needs one megabyte per gigabyte. A
/// block is decoded again when it is read.
final class DecodedBytes: Sendable {
  /// The body as received.
  let raw: ByteSource
  let count: Int
  let decoder: TextDecoder
  /// The offset in the body at which the text begins, after a byte order mark.
  let origin: Int
  private let isComplete: Bool
  private let marks: [Mark]
  /// The text of the block that was read last.
  private let recent = Mutex<(block: Int, text: [UInt8])?>(nil)

  private struct Mark: Sendable {
    /// The offset in the text at which the block begins.
    let start: Int
    let state: TextDecoder.State
  }

  /// The length in bytes of a block of the body.
  private static let block = 32 << 10

  /// Decodes the body once to find the start of each block.
  ///
  /// - Parameters:
  ///   - end: The state of the transfer. An incomplete character at the end of an ended body is an
  ///     error.
  ///   - shorter: The text of a shorter version of the body, whose complete blocks are reused.
  init(
    _ raw: ByteSource, from origin: Int, _ decoder: TextDecoder, _ end: JSONDocument.TransferState,
    after shorter: DecodedBytes? = nil
  ) throws(DocumentError) {
    var marks = shorter?.marks ?? [Mark(start: 0, state: TextDecoder.State())]
    var decoder = decoder
    let isComplete = end == .ended
    var count = marks[marks.count - 1].start
    var text: [UInt8] = []
    decoder.state = marks[marks.count - 1].state
    while true {
      let start = origin + (marks.count - 1) * Self.block
      let piece = try raw.bytes(in: start..<min(raw.count, start + Self.block))
      text.removeAll(keepingCapacity: true)
      decoder.decode(piece, into: &text)
      count += text.count
      guard start + Self.block < raw.count else { break }
      marks.append(Mark(start: count, state: decoder.state))
    }
    if isComplete {
      text.removeAll(keepingCapacity: true)
      decoder.finish(into: &text)
      count += text.count
    }
    self.raw = raw
    self.origin = origin
    self.decoder = decoder
    self.isComplete = isComplete
    self.marks = marks
    self.count = count
  }

  /// Reads `count` bytes of the text into `buffer`. The text must contain them.
  func read(into buffer: inout [UInt8], count: Int, from offset: Int) throws(DocumentError) {
    var done = 0
    while done < count {
      let index = block(at: offset + done)
      let text = try text(of: index)
      let skipped = offset + done - marks[index].start
      let taken = min(count - done, text.count - skipped)
      guard taken > 0 else {
        throw .shortened(path: "memory", expected: offset + count, found: offset + done)
      }
      buffer.replaceSubrange(done..<done + taken, with: text[skipped..<skipped + taken])
      done += taken
    }
  }

  /// Returns the index of the block that contains this offset of the text.
  private func block(at offset: Int) -> Int {
    var (low, high) = (0, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func text(of block: Int) throws(DocumentError) -> [UInt8] {
    if let recent = recent.withLock({ $0 }), recent.block == block { return recent.text }
    let start = origin + block * Self.block
    let piece = try raw.bytes(in: start..<min(raw.count, start + Self.block))
    var decoder = decoder
    decoder.state = marks[block].state
    var text: [UInt8] = []
    text.reserveCapacity(piece.count * 2)
    decoder.decode(piece, into: &text)
    if isComplete, block == marks.count - 1 { decoder.finish(into: &text) }
    recent.withLock { $0 = (block, text) }
    return text
  }
}

extension DecodedBytes {
  /// The memory used by the marks and the last block, in bytes.
  var storedCount: Int {
    marks.capacity * MemoryLayout<Mark>.stride + (recent.withLock { $0?.text.capacity ?? 0 })
  }
}
