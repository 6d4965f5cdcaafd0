import ClientDocuments
import TestSupport
import Testing

@Suite struct WrappedTextTests {
  private func rows(
    _ text: String, _ form: WrappedText.Form = .decoded, columns: Int = 10
  ) throws -> [String] {
    let source = ByteSource(text: text)
    var wrapped = try WrappedText(source, 0..<source.count, form, columns: columns)
    try wrapped.extend(budget: .max / 2)
    return try wrapped.rows(in: 0..<wrapped.count).map { row in
      (row.line.map { "\($0)|" } ?? "|") + String(decoding: row.text, as: UTF8.self)
    }
  }

  @Test func `a text is broken where its lines break and where a row is full`() throws {
    #expect(
      try rows(#""one\ntwo \"three\" four\n\nlast""#)
        == ["1|one", "2|two ", "|\"three\" ", "|four", "3|", "4|last"])
    #expect(try rows(#""one\ntwo""#, .asItStands) == [#"1|"one\ntwo""#])
    #expect(try rows("[1,\n 2]", .asItStands) == ["1|[1,", "2| 2]"])
  }

  @Test func `a row ends behind a blank where it has one, and in a word where it has none`() throws
  {
    #expect(try rows(#""aa bb cccccccc""#) == ["1|aa bb ", "|cccccccc"])
    #expect(try rows(#""aaa bbbbbb cc""#) == ["1|aaa bbbbbb ", "|cc"], "the blank needs no column")
    #expect(try rows(#""aaaaaaaaaaaaa bb""#) == ["1|aaaaaaaaaa", "|aaa bb"])
    #expect(try rows(#""a bbbbbbbbbbbbbbb""#) == ["1|a ", "|bbbbbbbbbb", "|bbbbb"])
    #expect(try rows(#""0123456789 \nx""#) == ["1|0123456789 ", "2|x"])
  }

  @Test func `a line that fills its row to the end has no empty row behind it`() throws {
    #expect(try rows(#""0123456789\nx""#) == ["1|0123456789", "2|x"])
    #expect(try rows(#""0123456789""#) == ["1|0123456789"])
    #expect(try rows(#""""#) == ["1|"])
    #expect(try rows(#""\n""#) == ["1|"])
  }

  @Test func `no character and no escape is cut in two`() throws {
    #expect(try rows(#""漢漢漢漢漢漢""#) == ["1|漢漢漢漢漢", "|漢"])
    #expect(try rows(#""\u00e9\ud83d\ude00aaaaaaa\ud83d\ude00""#) == ["1|é😀aaaaaaa", "|😀"])
    #expect(try rows(#""aaaaaaaaa\u00e9b""#) == ["1|aaaaaaaaaé", "|b"])
  }

  @Test(arguments: 0..<trials(of: 80))
  func `rows joined are the text, in any window and in any steps`(seed: Int) throws {
    var dice = Dice(seed: seed)
    let pieces = [
      "a", "plain words ", #"\n"#, #"\""#, #"\\"#, "é", "漢", "🙂", #"\u00e9"#, #"\ud83d\ude00"#,
      #"\ud800"#, #"\t"#, "\u{301}",
    ]
    var raw = ""
    for _ in 0..<(seed % 8 == 0 ? 60_000 : 300) { raw += pieces[dice.roll(pieces.count)] }
    let body = Array("{\"k\": \"\(raw)\"}".utf8)
    let range = 6..<body.count - 1
    let form: WrappedText.Form = seed % 2 == 0 ? .decoded : .asItStands
    var wrapped = try WrappedText(ByteSource(body), range, form, columns: 8 + dice.roll(90))
    while wrapped.left > 0 { try wrapped.extend(budget: 1 + dice.roll(30_000)) }
    let all = try wrapped.rows(in: 0..<wrapped.count)
    // Line breaks stand between rows: they are put back where a row begins a line.
    var joined: [UInt8] = []
    for (place, row) in all.enumerated() {
      if place > 0, row.line != nil { joined.append(0x0A) }
      joined += row.text
    }
    let wanted =
      form == .decoded
      ? JSONText.decoded(Array(raw.utf8)) : Array("\"\(raw)\"".utf8)
    // A break at the very end begins no row.
    let isSame = joined == wanted || joined + [0x0A] == wanted
    #expect(isSame, "seed \(seed)")
    for _ in 0..<10 {
      let from = dice.roll(all.count)
      let window = from..<min(all.count, from + 1 + dice.roll(40))
      #expect(try wrapped.rows(in: window) == Array(all[window]), "seed \(seed) \(window)")
      let row = try wrapped.row(at: all[from].offset)
      #expect(row == from, "seed \(seed)")
    }
  }

  @Test func `bytes that are no UTF-8 stay as they are`() throws {
    let bytes: [UInt8] = [0x22, 0x61, 0xFF, 0xE6, 0x62, 0xF0, 0x9F, 0x22]
    var wrapped = try WrappedText(ByteSource(bytes), 0..<8, .decoded, columns: 8)
    try wrapped.extend(budget: 100)
    #expect(try wrapped.rows(in: 0..<9).flatMap(\.text) == Array(bytes[1..<7]))
  }

  @Test func `a string without an end is read as far as it goes`() throws {
    #expect(try rows(#""abc"#) == ["1|abc"])
    #expect(try rows(#""abc\u00"#) == ["1|abc\u{FFFD}00"])
    #expect(try rows(#"""#) == ["1|"])
  }

  @Test func `tabs, wide symbols and CRLF line ends count as they are drawn`() throws {
    #expect(try rows("\tab\tcdefgh", .asItStands, columns: 12) == ["1|\tab\tcdef", "|gh"])
    #expect(try rows("⌚⌚⌚⌚⌚", .asItStands, columns: 8) == ["1|⌚⌚⌚⌚", "|⌚"])
    #expect(try rows("one\r\ntwo", .asItStands) == ["1|one", "2|two"])
  }

  @Test(arguments: 0..<trials(of: 40))
  func `a text that grows has the rows of the complete text`(seed: Int) throws {
    var dice = Dice(seed: seed)
    let pieces = ["a", "plain words ", "\n", "漢", "🙂", "\t", "\r\n"]
    var text: [UInt8] = []
    for _ in 0..<(seed % 8 == 0 ? 60_000 : 300) { text += pieces[dice.roll(pieces.count)].utf8 }
    let columns = 8 + dice.roll(90)
    var whole = try WrappedText(
      ByteSource(text), 0..<text.count, .asItStands, columns: columns)
    try whole.extend(budget: .max / 2)
    var end = 1 + dice.roll(text.count)
    var grown = try WrappedText(
      ByteSource(Array(text[..<end])), 0..<end, .asItStands, columns: columns)
    while end < text.count {
      try grown.extend(budget: dice.roll(2) == 0 ? .max / 2 : 1 + dice.roll(end))
      end = min(text.count, end + 1 + dice.roll(text.count / 3 + 1))
      grown.grow(to: ByteSource(Array(text[..<end])))
    }
    try grown.extend(budget: .max / 2)
    #expect(
      try grown.rows(in: 0..<grown.count) == whole.rows(in: 0..<whole.count), "seed \(seed)")
  }
}
