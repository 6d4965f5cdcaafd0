import ClientDocuments
import Testing

/// Any bytes are read, and the outline obeys the laws of outlines.
struct OutlineLawTests {
  /// Scraps that each reader has a meaning for, put together without sense.
  private static let scraps: [String] = [
    "<a>", "</a>", "<b x='1'>", "</b", "<!--", "-->", "<![CDATA[", "]]>", "<?p ", "?>", "<!DOCTYPE",
    "[", "]", ">", "<", "&amp;", "&", "text", " ", "\n", "\r\n", "\"", "'", "=", "<p>", "<li>",
    "<script>", "</script>", "<br/>", "--BB", "--BB\r\n", "--BB--", "Content-Type: text/html\r\n",
    "Content-Disposition: form-data; name=\"n\"\r\n", ":", "data: x\n", "event: y\n", "id\n",
    "\n\n",
    "%41", "%", "a=b&", "+", "é", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{FEFF}", ",", ";",
  ]

  private static func bytes(_ seed: Int) -> [UInt8] {
    var random = SplitMix(seed: UInt64(seed))
    var bytes: [UInt8] = []
    for _ in 0..<Int(random.next() % 120) {
      if random.next() % 8 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: random.next()))
      } else {
        bytes += scraps[Int(random.next() % UInt64(scraps.count))].utf8
      }
    }
    return bytes
  }

  static let forms: [OutlineForm] = [
    .xml, .html, .form, .multipart(boundary: "BB"), .multipart(boundary: nil), .events,
  ]

  @Test(arguments: 0..<300)
  func `spans are ordered, nested and inside of the body`(seed: Int) throws {
    let bytes = Self.bytes(seed)
    for form in Self.forms {
      let outline = Outline(form, bytes)
      #expect(outline.breach(in: bytes.count) == nil, "seed \(seed), \(form)")
      let text = OutlineText(outline, in: ByteSource(bytes))
      var rows = FoldedOutline(outline, toDepth: 2)
      rows.openAll()
      #expect(rows.count == outline.nodes.count, "seed \(seed), \(form)")
      for number in outline.nodes.indices {
        _ = try text.pieces(of: number)
        _ = try text.path(to: number)
        #expect(text.valueRange(of: number).upperBound <= bytes.count)
        #expect(rows.row(of: number) == number, "seed \(seed), \(form)")
        if let after = rows.sibling(after: number) {
          #expect(rows.sibling(before: after) == number, "seed \(seed), \(form)")
        }
      }
    }
  }

  @Test(arguments: 0..<100)
  func `events that come bit by bit are the same as at once`(seed: Int) throws {
    let bytes = Self.bytes(seed)
    var random = SplitMix(seed: UInt64(seed) &+ 7)
    var events = FoldedEvents()
    var length = 0
    while length < bytes.count {
      length = min(bytes.count, length + 1 + Int(random.next() % 40))
      try events.extend(to: ByteSource(Array(bytes[..<length])))
      _ = try events.open(toDepth: .max, around: 0)
    }
    #expect(try events.notation == Outline(.events, bytes).rows, "seed \(seed)")
  }

  @Test func `events whose data is JSON are the same bit by bit, blanks behind it or not`() throws {
    let text =
      "event: price\ndata: {\"a\": [1]}  \n\ndata: {\"a\": 1}\r\n\r\ndata: [1,\ndata: 2] \n\nid: 7\n\n"
    let bytes = Array(text.utf8)
    let complete = Outline(.events, bytes)
    for step in 1...bytes.count {
      var events = FoldedEvents()
      for length in stride(from: 0, to: bytes.count, by: step) {
        try events.extend(to: ByteSource(Array(bytes[..<length])))
      }
      try events.extend(to: ByteSource(bytes))
      _ = try events.open(toDepth: .max, around: 0)
      #expect(try events.notation == complete.rows, "in steps of \(step)")
    }
  }

  @Test(arguments: 0..<100)
  func `folding never loses the node that is looked at`(seed: Int) {
    let outline = Outline(.html, Self.bytes(seed))
    guard !outline.nodes.isEmpty else { return }
    var random = SplitMix(seed: UInt64(seed) &+ 3)
    var rows = FoldedOutline(outline, toDepth: 1)
    for _ in 0..<20 {
      let node = Int(random.next() % UInt64(outline.nodes.count))
      rows.setOpen(node, random.next() % 2 == 0)
      let revealed = rows.reveal(node)
      #expect(revealed.flatMap { rows.node(ofRow: $0) } == node, "seed \(seed)")
    }
  }
}

/// Random numbers that a seed decides.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
