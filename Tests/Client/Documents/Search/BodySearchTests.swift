import CJSONScan
import ClientDocuments
import Testing

@Suite struct BodySearchTests {
  /// All hits from the start, by their first bytes.
  private func hits(_ search: BodySearch) throws -> [Range<Int>] {
    var search = search
    var found: [Range<Int>] = []
    for _ in 0..<100_000 {
      switch try search.step(budget: 1 << 20) {
      case .found(let range): found.append(range)
      case .searching: continue
      case .nothing: return found
      }
    }
    return found
  }

  /// Text in which hits are common and cut by the borders of what is looked at together.
  private func text(_ seed: Int) -> [UInt8] {
    var dice = Dice(seed: seed)
    let parts = [
      "ab", "aB", "AB", "abc", "é", "É", "\\", "\u{212A}elvin", "x", " ", "k", "\\u0061b",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<dice.roll(400) { bytes += parts[dice.roll(parts.count)].utf8 }
    // Over the border of a reader's piece.
    if seed % 20 == 0 {
      bytes =
        [UInt8](repeating: 46, count: 64 * 1024 - dice.roll(200)) + bytes
        + [UInt8](repeating: 46, count: 90)
    }
    return bytes
  }

  @Test(arguments: 0..<40)
  func `search in text finds what a naive scan finds, both ways`(seed: Int) throws {
    let bytes = text(seed)
    let source = ByteSource(bytes)
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    for needle in ["ab", "AB", "abc", "É", "\\", "kelvin", "xa"] {
      let isExact = needle.contains { $0.isUppercase }
      // Letter by letter, with the place each starts at.
      var letters: [(offset: Int, text: String)] = []
      var at = 0
      for scalar in scalars {
        let letter = String(scalar)
        letters.append((at, isExact ? letter : letter.lowercased()))
        at += letter.utf8.count
      }
      let wanted = needle.unicodeScalars.map { String($0) }
      let first = isExact ? [wanted[0]] : [wanted[0], wanted[0].uppercased()]
      var expected: [Int] = []
      for start in letters.indices where start + wanted.count <= letters.count {
        // A letter that only becomes the first one by its small form is not looked for.
        // Scalars, for the sign of Kelvin and K are the same text.
        guard first.contains(where: { $0.unicodeScalars.first == scalars[start] }) else { continue }
        if (0..<wanted.count).allSatisfy({ letters[start + $0].text == wanted[$0] }) {
          expected.append(letters[start].offset)
        }
      }
      let note: Comment = "seed \(seed), \(needle)"
      let up = try hits(
        BodySearch(SearchPattern(SearchQuery(needle), .text), in: source, from: 0, .forward))
      #expect(up.map(\.lowerBound) == expected, note)
      let down = try hits(
        BodySearch(
          SearchPattern(SearchQuery(needle), .text), in: source, from: bytes.count, .backward))
      #expect(down.map(\.lowerBound) == expected.reversed(), note)
    }
  }

  @Test(arguments: 0..<40)
  func `search in a tree finds what a naive scan of its strings finds`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed == 0 ? 20_000 : 500)
    let document = try JSONDocument(
      indexing: ByteSource(json.bytes), grain: seed % 2 == 0 ? .fine : .usual)
    for needle in ["a\\", "é", "]a", "\"", "\\\"", "e9", "aé", ": ,", "null"] {
      var expected: [Int] = []
      for value in json.values {
        if let key = value.key {
          expected += places(of: needle, in: key).map { value.keyOffset + $0 }
        }
        guard !value.node.isContainer else { continue }
        let text = Array(json.bytes[value.offset..<value.end])
        let inner = value.kind == .string ? Array(text.dropFirst().dropLast()) : text
        let start = value.offset + (value.kind == .string ? 1 : 0)
        expected += places(of: needle, in: inner).map { start + $0 }
      }
      let note: Comment = "seed \(seed), \(needle)"
      let up = try hits(
        BodySearch(SearchPattern(SearchQuery(needle), .tree), in: document, from: 0, .forward))
      #expect(up.map(\.lowerBound) == expected.sorted(), note)
      let down = try hits(
        BodySearch(
          SearchPattern(SearchQuery(needle), .tree), in: document, from: json.bytes.count, .backward
        ))
      #expect(down.map(\.lowerBound) == expected.sorted().reversed(), note)
    }
  }

  /// Where a text starts in raw JSON, with escapes by what they mean.
  private func places(of needle: String, in raw: [UInt8]) -> [Int] {
    var letters: [(offset: Int, scalar: UnicodeScalar)] = []
    var at = 0
    while at < raw.count {
      if raw[at] == 92, at + 1 < raw.count {
        if raw[at + 1] == 117 {
          letters.append((at, "é"))
          at += 6
        } else {
          letters.append((at, UnicodeScalar(raw[at + 1])))
          at += 2
        }
        continue
      }
      let length = raw[at] < 0x80 ? 1 : 2
      letters.append(
        (at, String(decoding: raw[at..<at + length], as: UTF8.self).unicodeScalars.first!))
      at += length
    }
    let wanted = Array(needle.unicodeScalars)
    return letters.indices.filter { start in
      start + wanted.count <= letters.count
        && (0..<wanted.count).allSatisfy {
          String(letters[start + $0].scalar).lowercased() == String(wanted[$0])
        }
    }.map { letters[$0].offset }
  }

  @Test(arguments: 0..<100)
  func `the fast sieve skips no place that the plain one finds`(seed: Int) {
    var dice = Dice(seed: seed)
    let bytes = (0..<dice.roll(300)).map { _ in
      seed % 2 == 0 ? UInt8(dice.roll(256)) : Array("aAbB\\u0061nN/\"é".utf8)[dice.roll(16)]
    }
    for (prefix, starts) in [("ab", "aA"), ("a", "aA"), ("b/", "bB"), ("n", "n"), ("\n", "\n")] {
      for (exact, escapes) in [(Int32(0), Int32(0)), (0, 1), (1, 0), (1, 1)] {
        var needle = cjs_needle()
        cjs_needle_make(
          &needle, Array(prefix.utf8), prefix.utf8.count, Array(starts.utf8), starts.utf8.count,
          exact, escapes)
        for start in 0..<min(bytes.count, 40) {
          let piece = Array(bytes[start...])
          #expect(
            cjs_candidate(&needle, piece, piece.count, CJS_BEST)
              == cjs_candidate(&needle, piece, piece.count, CJS_PORTABLE),
            "seed \(seed), \(prefix), from \(start)")
        }
      }
    }
  }
}
