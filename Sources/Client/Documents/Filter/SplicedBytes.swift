/// A body that consists of parts of another body and short inserted texts.
///
/// Only the inserted texts are stored. The parts are read from the original body when needed. A
/// line break follows each result, so the new body is JSON Lines.
struct SplicedBytes: Sendable {
  /// A part, in 16 bytes. A negative offset is the complement of an index in `texts`.
  private struct Part {
    var offset: Int
    var length: Int
  }

  private let source: ByteSource
  private var parts: [Part] = []
  /// The offset of each part in the new body.
  private var starts: [Int] = []
  /// The inserted texts. The first byte is the line break that ends every result.
  private var texts: [UInt8] = [JSONByte.newline]
  private(set) var count = 0

  init(of source: ByteSource) { self.source = source }

  mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    add(Part(offset: range.lowerBound, length: range.count))
  }

  mutating func append(text: some Collection<UInt8>) {
    guard !text.isEmpty else { return }
    if let last = parts.last, last.offset < 0, ~last.offset + last.length == texts.count {
      texts.append(contentsOf: text)
      parts[parts.count - 1].length += text.count
      count += text.count
      return
    }
    let offset = ~texts.count
    texts.append(contentsOf: text)
    add(Part(offset: offset, length: text.count))
  }

  /// Appends the line break after a result. All line breaks are the same byte in `texts`.
  mutating func endResult() { add(Part(offset: ~0, length: 1)) }

  private mutating func add(_ part: Part) {
    starts.append(count)
    parts.append(part)
    count += part.length
  }

  /// Returns the original offset of a byte, or nil if the byte belongs to an inserted text.
  func origin(of offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    let place = part(at: offset)
    return parts[place].offset < 0 ? nil : parts[place].offset + offset - starts[place]
  }

  private func part(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Reads `wanted` bytes into `buffer`. The body must contain them.
  func read(into buffer: inout [UInt8], count wanted: Int, from offset: Int) throws(DocumentError) {
    // Adjacent parts are usually close together in the original body, so one read often covers many
    // parts.
    let reader = ByteReader(source, pieceSize: min(64 << 10, max(4 << 10, wanted)))
    var done = 0
    var place = part(at: offset)
    while done < wanted {
      let skipped = offset + done - starts[place]
      let part = parts[place]
      let length = min(part.length - skipped, wanted - done)
      if part.offset < 0 {
        let from = ~part.offset + skipped
        buffer.replaceSubrange(done..<done + length, with: texts[from..<from + length])
        done += length
      } else {
        let end = done + length
        var at = part.offset + skipped
        while done < end {
          let target = done
          let got = try reader.withBytes(from: at, to: at + end - done) { bytes in
            buffer.withUnsafeMutableBufferPointer { to in
              for index in bytes.indices { to[target + index] = bytes[index] }
            }
            return bytes.count
          }
          guard let got, got > 0 else {
            throw DocumentError.shortened(path: "the body", expected: at + end - done, found: at)
          }
          done += got
          at += got
        }
      }
      place += 1
    }
  }
}
