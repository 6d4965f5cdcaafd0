import CJSONScan
import Testing

@testable import ClientDocuments

@Suite struct BlockScanTests {
  /// The plainest way: one byte after the other.
  private func plain(_ bytes: [UInt8]) -> (counts: UInt64, depth: Int32, inString: Bool) {
    var (seen, depth, inString, isEscaped, pending) = (UInt64(0), Int32(0), false, false, true)
    for byte in bytes {
      if inString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          inString = false
        }
        continue
      }
      let isClose = byte == 0x5D || byte == 0x7D
      if !isClose, !([0x20, 0x0A, 0x0D, 0x09] as [UInt8]).contains(byte), pending {
        pending = false
        seen += 1
      }
      switch byte {
      case 0x22: inString = true
      case 0x5B, 0x7B: (depth, pending) = (depth + 1, true)
      case 0x5D, 0x7D: if depth > 0 { (depth, pending) = (depth - 1, false) }
      case 0x2C: seen += 1
      default: break
      }
    }
    return (seen, depth, inString)
  }

  @Test(arguments: 0..<200)
  func `every instruction set and every border give what a plain scan gives`(seed: Int) {
    var dice = Dice(seed: seed)
    // A backslash outside of strings is not JSON, and not judged: here it stands in strings only.
    var bytes: [UInt8] = []
    for _ in 0..<(1 + dice.roll(60)) {
      switch dice.roll(4) {
      case 0: bytes += Array("[]{},: \n1".utf8).filter { _ in dice.roll(2) == 0 }
      case 1: bytes += [UInt8](repeating: 0x20, count: dice.roll(70))
      default:
        bytes.append(0x22)
        for _ in 0..<dice.roll(20) {
          bytes +=
            [Array("\\\\".utf8), Array("\\\"".utf8), [0x5B], [0x2C], [0xC3, 0xA9]][dice.roll(5)]
        }
        bytes.append(0x22)
      }
    }
    let expected = plain(bytes)
    for path in [CJS_BEST, CJS_AVX2, CJS_SSE2, CJS_PORTABLE] {
      for size in [1, 2, 31, 63, 64, 65, 127, 128, bytes.count] {
        var cursor = cjs_cursor()
        cursor.pending = 1
        var seen: UInt64 = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
          let piece = Array(bytes[start..<min(start + size, bytes.count)])
          let verdict = cjs_seek(&cursor, piece, piece.count, .max, .max, -1, &seen, path)
          #expect(verdict == CJS_MORE)
        }
        let note: Comment = "seed \(seed), path \(path.rawValue), pieces of \(size)"
        #expect(cursor.offset == UInt64(bytes.count), note)
        #expect(seen == expected.counts, note)
        #expect(cjs_rows(&cursor, .max) == expected.counts, note)
        #expect(cursor.depth == expected.depth, note)
        #expect((cursor.in_string == 1) == expected.inString, note)
      }
    }
  }

  /// What a cursor knows, to compare.
  private func facts(_ cursor: cjs_cursor) -> [UInt64] {
    var cursor = cursor
    let rows = [0, 1, 5, Int32.max].map { cjs_rows(&cursor, $0) }
    let quote = cursor.in_string == 1 ? cursor.quote : 0
    let flags = [cursor.in_string, cursor.escaped, cursor.pending, cursor.line_content].map {
      UInt64($0)
    }
    return [cursor.offset, UInt64(cursor.depth), quote] + flags + rows
  }

  private func bytes(_ seed: Int) -> [UInt8] {
    var dice = Dice(seed: seed)
    let alphabet: [UInt8] =
      switch seed % 4 {
      case 0: Array(0...255)
      case 1: Array("\"\\".utf8)
      case 2: Array("\"\\[]{},:\n\r\t 1".utf8) + [0xDB, 0xFB, 0x02, 0x0A, 0x5B, 0x7C]
      default: Array("\\\\\\\\\\\\\"[".utf8)
      }
    return (0..<64 * 40).map { _ in alphabet[dice.roll(alphabet.count)] }
  }

  /// The path that indexes has loops of its own for each instruction set.
  @Test(arguments: 0..<120)
  func `every instruction set makes the same index of any bytes`(seed: Int) {
    let bytes = bytes(seed)
    for lines in [false, true] {
      let found = [cjs_path](arrayLiteral: CJS_PORTABLE, CJS_SSE2, CJS_AVX2, CJS_BEST).map { path in
        var index = JSONIndex(lines: lines, grain: .fine)
        for start in stride(from: 0, to: bytes.count, by: 640) {
          index.feed(bytes[start..<min(start + 640, bytes.count)], path: path)
        }
        let containers = index.containers.elements.map {
          [$0.start, $0.end, $0.children, $0.ordinal, $0.mark]
        }
        let marks = index.checkpoints.elements.map {
          [$0.offset, $0.ordinal, UInt64($0.container)]
        }
        return [facts(index.cursor)] + containers + marks + index.landmarks.elements.map(facts)
      }
      #expect(found[0].count > 1 + bytes.count / 512)
      #expect(found[1] == found[0], "seed \(seed), SSE2")
      #expect(found[2] == found[0], "seed \(seed), AVX2")
      #expect(found[3] == found[0], "seed \(seed), best")
    }
  }

  @Test(arguments: 0..<120)
  func `every instruction set sees the same in each block of any bytes`(seed: Int) {
    let bytes = bytes(seed)
    for lines in [UInt8(0), 1] {
      var cursors = [cjs_path](arrayLiteral: CJS_PORTABLE, CJS_SSE2, CJS_AVX2, CJS_BEST).map {
        path in
        var cursor = cjs_cursor()
        (cursor.pending, cursor.lines) = (1, lines)
        return (path: path, cursor: cursor)
      }
      for start in stride(from: 0, to: bytes.count, by: 64) {
        let block = Array(bytes[start..<start + 64])
        for place in cursors.indices {
          var seen: UInt64 = 0
          _ = cjs_seek(
            &cursors[place].cursor, block, 64, .max, .max, -1, &seen, cursors[place].path)
        }
        let expected = facts(cursors[0].cursor)
        #expect(facts(cursors[1].cursor) == expected, "seed \(seed), SSE2, block at \(start)")
        #expect(facts(cursors[2].cursor) == expected, "seed \(seed), AVX2, block at \(start)")
        #expect(facts(cursors[3].cursor) == expected, "seed \(seed), best, block at \(start)")
      }
    }
  }
}
