import Glibc
import TestSupport
import Testing

@testable import ClientDocuments

@Suite struct TextDecodingTests {
  /// A text in each kind of encoding, with its bytes.
  static let samples: [(TextEncoding, [UInt8], String)] = [
    (.windows1253, [0xC1, 0xC8, 0xC7, 0xCD, 0xC1], "ΑΘΗΝΑ"),
    (.koi8R, [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
    (.gbk, [0xB1, 0xB1, 0xBE, 0xA9, 0x80], "北京€"),
    (.gb18030, [0x81, 0x30, 0x81, 0x30, 0x94, 0x39, 0xDA, 0x33, 0x41], "\u{80}💩A"),
    (.big5, [0xA4, 0xA4, 0x88, 0x62, 0xA4, 0xE5], "中\u{CA}\u{304}文"),
    (.shiftJIS, [0x93, 0xFA, 0x96, 0x7B, 0xB1, 0x5C], "日本ｱ\\"),
    (.eucJP, [0xC6, 0xFC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1, 0x41], "日ｱ丂A"),
    (
      .iso2022JP, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x4A, 0x5C, 0x1B, 0x28, 0x42, 0x5C],
      "日¥\\"
    ),
    (.eucKR, [0xC7, 0xD1, 0xB1, 0xDB, 0x81, 0x41], "한글갂"),
    (.utf16LE, [0x3D, 0xD8, 0xA9, 0xDC, 0x41, 0x00], "💩A"),
    (.utf16BE, [0xD8, 0x3D, 0xDC, 0xA9, 0x00, 0xFC], "💩ü"),
    (.userDefined, [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"),
  ]

  @Test(arguments: samples.indices) func `a text may be cut at every byte`(index: Int) throws {
    let (encoding, bytes, text) = Self.samples[index]
    for cut in 0...bytes.count {
      var decoder = try #require(TextDecoder(encoding))
      var found: [UInt8] = []
      decoder.decode(bytes[..<cut], into: &found)
      decoder.decode(bytes[cut...], into: &found)
      decoder.finish(into: &found)
      #expect(String(decoding: found, as: UTF8.self) == text, "\(encoding), cut at \(cut)")
    }
  }

  @Test(arguments: samples.indices) func `a text that grows byte by byte is the complete text`(
    index: Int
  ) throws {
    let (encoding, bytes, text) = Self.samples[index]
    let decoding = TextDecoding(mediaType: "text/plain; charset=\(encoding.rawValue)", start: bytes)
    var shown = ByteSource()
    for count in 0...bytes.count {
      let arrived = ByteSource(Array(bytes[..<count]))
      shown = try decoding.text(of: arrived, .growing, after: shown)
      #expect(text.hasPrefix(try string(shown)), "\(encoding) at \(count)")
    }
    shown = try decoding.text(of: ByteSource(bytes), .ended, after: shown)
    #expect(try string(shown) == text)
    #expect(shown.undecoded.count == bytes.count)
  }

  @Test(
    arguments: [
      // Lone halves, halves in the wrong order, and a cut end.
      ([0x3D, 0xD8], "\u{FFFD}"), ([0xA9, 0xDC], "\u{FFFD}"),
      ([0xA9, 0xDC, 0x3D, 0xD8, 0x41, 0x00], "\u{FFFD}\u{FFFD}A"),
      ([0x3D, 0xD8, 0x3D, 0xD8, 0xA9, 0xDC], "\u{FFFD}💩"), ([0x41, 0x00, 0x42], "A\u{FFFD}"),
      ([0x3D, 0xD8, 0xA9], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func `what is not a pair of surrogates becomes a replacement character`(
    bytes: [UInt8], text: String
  ) throws {
    let decoding = TextDecoding(mediaType: "text/plain; charset=utf-16", start: bytes)
    #expect(decoding.encoding == .utf16LE)
    #expect(try string(decoding.text(of: ByteSource(bytes))) == text)
  }

  @Test(arguments: [TextEncoding.shiftJIS, .eucJP, .gbk, .big5, .eucKR])
  func `an error takes no ASCII byte with it`(encoding: TextEncoding) throws {
    // A quote that vanished would change where a string ends.
    for lead in UInt8(0x81)...0xFE {
      let decoding = TextDecoding(mediaType: nil, start: [], choice: encoding)
      let text = try string(decoding.text(of: ByteSource([lead, 0x22, 0x3C])))
      #expect(text.hasSuffix("\"<"), "\(encoding) \(lead)")
    }
  }

  @Test(
    arguments: [
      ("text/plain; charset=ISO-8859-1", "\u{FEFF}", TextEncoding.utf8, .byteOrderMark),
      ("text/plain", "plain", .utf8, .assumed),
      ("text/plain; charset=\"Windows-1251\"", "x", .windows1251, .contentType),
      ("application/json;charset=gbk", "{}", .gbk, .contentType),
      ("text/event-stream; charset=gbk", "data: x", .utf8, .assumed),
      ("text/xml", "<?xml version=\"1.0\" encoding='KOI8-R'?>", .koi8R, .declaration),
      ("text/xml; charset=utf-8", "<?xml version=\"1.0\" encoding='KOI8-R'?>", .utf8, .contentType),
      (
        "image/svg+xml", "<?xml version='1.0' encoding = \"latin1\" ?><svg/>", .windows1252,
        .declaration
      ),
      ("text/xml", "<?xml encoding='utf-16'?>", .utf8, .declaration),
      ("text/xml", "<?xml encoding='l atin1'?>", .utf8, .assumed),
      ("text/plain", "<?xml encoding='latin1'?>", .windows1252, .declaration),
    ] as [(String, String, TextEncoding, TextDecoding.Origin)])
  func `a mark comes before the parameter, and that before the declaration`(
    mediaType: String, start: String, encoding: TextEncoding, origin: TextDecoding.Origin
  ) {
    let found = TextDecoding(mediaType: mediaType, start: Array(start.utf8))
    #expect(found.encoding == encoding)
    #expect(found.origin == origin)
    #expect(found.problem == nil)
  }

  @Test(arguments: [
    ("<meta charset=gbk>", TextEncoding.gbk), ("<META CHARSET = 'GBK' >", .gbk),
    ("<meta/charset=gbk>", .gbk), ("<metacharset=gbk>", .utf8),
    ("<!-- <meta charset=big5> --><meta charset=gbk>", .gbk),
    ("<!--><meta charset=gbk>", .gbk), ("<!-- <meta charset=gbk>", .utf8),
    ("<meta http-equiv=Content-Type content='text/html; charset=gbk'>", .gbk),
    ("<meta content='text/html; charset=gbk'>", .utf8),
    ("<meta content='charset=gbk' http-equiv=content-type>", .gbk),
    ("<meta http-equiv=refresh content='charset=gbk'>", .utf8),
    ("<meta charset=nonsense><meta charset=gbk>", .gbk), ("<meta charset=utf-16>", .utf8),
    ("<meta charset=x-user-defined>", .windows1252), ("<meta charset=gbk", .utf8),
    ("<a title='<meta charset=big5>'><meta charset=gbk>", .gbk),
    ("</a title='<meta charset=big5>'><meta charset=gbk>", .gbk),
    ("<?php <meta charset=big5> ?><meta charset=gbk>", .gbk),
    ("<meta name=x charset=gbk charset=big5>", .gbk),
    ("<meta http-equiv=content-type content='charset; charset = \"gbk\"'>", .gbk),
  ])
  func `HTML declares its encoding in a meta element`(html: String, encoding: TextEncoding) {
    let page = "<!DOCTYPE html><html><head>" + html
    #expect(TextDecoding(mediaType: "text/html", start: Array(page.utf8)).encoding == encoding)
  }

  @Test(arguments: [(1024, TextEncoding.gbk), (1025, .utf8)])
  func `a declaration counts up to the end of the first kilobyte`(
    end: Int, encoding: TextEncoding
  ) {
    let (head, declaration) = ("<html>", "<meta charset=gbk>")
    let space = String(repeating: " ", count: end - head.utf8.count - declaration.utf8.count)
    let start = Array((head + space + declaration).utf8.prefix(TextDecoding.startLength))
    #expect(TextDecoding(mediaType: "text/html", start: start).encoding == encoding)
  }

  @Test func `XML in two-byte units needs no mark`() throws {
    let text = "<?xml version='1.0'?><r>ü</r>"
    let bytes = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let found = try ByteSource(bytes).text(mediaType: "application/xml")
    #expect(found.decoding.encoding == .utf16BE)
    #expect(try string(found.text) == text)
  }

  @Test(
    arguments: [
      ("Shift_JIS", [0x95, 0x5C], "表"), ("Big5", [0xA5, 0x5C], "功"), ("GBK", [0xD5, 0x5C], "誠"),
      ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "本"),
    ] as [(String, [UInt8], String)])
  func `the second byte of a character is no escape of JSON`(
    label: String, bytes: [UInt8], text: String
  ) throws {
    let body = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
    let json = try #require(
      try JSONBody(ByteSource(body), mediaType: "application/json; charset=\(label)"))
    #expect(try json.fault() == nil)
    let document = try json.document()
    let node = try document.node(at: try JSONPointer("/a"))
    #expect(try document.string(of: node) == text)
  }

  @Test(arguments: ["text/plain; charset=utf-7", "application/json; charset=cp437"])
  func `an unknown charset is named and read as UTF-8`(mediaType: String) {
    let found = TextDecoding(mediaType: mediaType, start: Array("{}".utf8))
    #expect(found.encoding == .utf8)
    #expect(found.problem?.contains("\"\(mediaType.split(separator: "=")[1])\" is unknown") == true)
  }

  @Test func `the user's choice comes before everything`() throws {
    let body = ByteSource([0xEF, 0xBB, 0xBF, 0x41])
    let found = try body.text(mediaType: "text/plain; charset=utf-8", choice: .windows1252)
    #expect(try string(found.text) == "ï»¿A")
    let marked = ByteSource([0xFF, 0xFE, 0x41, 0x00])
    #expect(try string(marked.text(mediaType: nil, choice: .utf16LE).text) == "A")
  }

  @Test(arguments: 0..<UInt64(trials(of: 40))) func `a decoded text is read from any offset`(
    seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let (encoding, bytes, text) = Self.samples[Int(random.next() % UInt64(Self.samples.count))]
    let count = 20_000 + Int(random.next() % 20_000)
    // The escapes of ISO-2022-JP begin and end each repetition.
    let body = ByteSource(Array(repeatElement(bytes, count: count).joined()))
    let decoded = try body.text(mediaType: nil, choice: encoding).text
    let whole = Array(String(repeating: text, count: count).utf8)
    #expect(decoded.count == whole.count, "\(encoding)")
    for _ in 0..<8 {
      let start = Int(random.next() % UInt64(whole.count))
      let end = min(whole.count, start + Int(random.next() % 100_000))
      #expect(try decoded.bytes(in: start..<end) == Array(whole[start..<end]), "seed \(seed)")
    }
  }

  @Test func `the memory for a text does not depend on its length`() throws {
    // What is stored of it is one state for 32 KiB: 30 of them for the shorter text, 480 for the other.
    var sizes: [Int] = []
    for length in [1 << 20, 16 << 20] {
      let path = "/tmp/weir-decoding-\(getpid())-\(length)"
      let file = open(path, O_CREAT | O_RDWR | O_EXCL | O_CLOEXEC, 0o600)
      defer {
        close(file)
        unlink(path)
      }
      #expect(ftruncate(file, off_t(length)) == 0)
      let decoded = try ByteSource(path: path).text(mediaType: nil, choice: .utf16LE).text
      #expect(decoded.count == length / 2)
      sizes.append(try #require(decoded.decodedText).storedCount)
    }
    #expect(sizes[0] < 128 << 10)
    #expect(sizes[1] - sizes[0] < 32 << 10)
  }

  private func string(_ source: ByteSource) throws -> String {
    String(decoding: try source.bytes(in: 0..<source.count), as: UTF8.self)
  }
}
