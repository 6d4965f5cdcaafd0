import ClientDocuments
import Testing

/// A body that only its charset makes readable.
///
/// Python's codecs gave the bytes; where the labels of the Encoding Standard mean another encoding, that one.
struct CharsetBody: CustomTestStringConvertible, Sendable {
  let type: String?
  let bytes: [UInt8]
  let kind: BodyKind
  /// A text that is shown.
  let text: String

  init(_ type: String?, _ bytes: [UInt8], _ kind: BodyKind, _ text: String) {
    (self.type, self.bytes, self.kind, self.text) = (type, bytes, kind, text)
  }

  var testDescription: String { "\(type ?? "no type"): \(kind), \(text)" }

  /// UTF-16 in little-endian order behind its mark.
  static func wide(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  /// The same in big-endian order.
  private static func bigEndian(_ text: String) -> [UInt8] {
    [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func within(_ before: String, _ bytes: [UInt8], _ after: String) -> [UInt8] {
    Array(before.utf8) + bytes + Array(after.utf8)
  }

  private static func json(_ bytes: [UInt8]) -> [UInt8] { within("{\"a\":\"", bytes, "\"}") }

  /// Every byte from 0x80 to 0x9F that windows-1252 gives a sign.
  private static let signs: [UInt8] = (0x80...0x9F).filter {
    ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0)
  }

  static let all: [CharsetBody] = documents + characters + marks

  private static let documents: [CharsetBody] = [
    CharsetBody(
      "text/html; charset=ISO-8859-1", within("<!DOCTYPE html><p>Gl", [0xFC], "ck</p>"), .html,
      "Glück"),
    CharsetBody(
      "text/html", within("<!DOCTYPE html><meta charset=latin1><p>Gl", [0xFC], "ck</p>"), .html,
      "Glück"),
    CharsetBody(
      "text/html",
      within(
        "<!DOCTYPE html><meta http-equiv=Content-Type content='text/html; charset=big5'><p>",
        [0xA5, 0x5C], "</p>"), .html, "功"),
    CharsetBody(
      "text/html; charset=windows-1251",
      within("<!DOCTYPE html><meta charset=big5><p>", [0xC2, 0xEA, 0xEB], "</p>"), .html, "Вкл"),
    CharsetBody(
      "text/xml", within("<?xml version='1.0' encoding='Windows-1251'?><r>", [0xC2, 0xEA], "</r>"),
      .xml, "Вк"),
    CharsetBody(
      "application/rss+xml",
      within("<?xml version=\"1.0\" encoding=\"EUC-JP\"?><r>", [0xC5, 0xEC, 0xB5, 0xFE], "</r>"),
      .xml, "東京"),
    CharsetBody(
      "text/csv; charset=windows-1252", within("ort;x\nK", [0xF6], "ln;1\n"), .table, "Köln"),
    CharsetBody(
      "text/csv; charset=euc-kr", within("city;n\n", [0xC7, 0xD1, 0xB1, 0xDB], ";1\n"), .table,
      "한글"),
    CharsetBody(
      "application/x-ndjson; charset=euc-jp",
      within("{\"a\":\"", [0xC5, 0xEC, 0xB5, 0xFE], "\"}\n{\"a\":1}\n"), .jsonLines, "東京"),
  ]

  private static let characters: [CharsetBody] = [
    CharsetBody("application/json; charset=windows-1253", json([0xC1, 0xC8]), .json, "ΑΘ"),
    CharsetBody(
      "application/problem+json; charset=\"ISO-8859-1\"", json([0x80, 0xFC]), .json, "€ü"),
    // The second byte of these characters is that of a backslash.
    CharsetBody(
      "application/json; charset=Shift_JIS", json([0x95, 0x5C, 0x83, 0x5C]), .json, "表ソ"),
    CharsetBody("application/json; charset=Big5", json([0xA5, 0x5C, 0xB3, 0x5C]), .json, "功許"),
    CharsetBody("application/json; charset=gb2312", json([0xD5, 0x5C]), .json, "誠"),
    CharsetBody(
      "application/json; charset=iso-2022-jp",
      json([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]), .json, "日本"),
    CharsetBody(
      "application/json; charset=gb18030",
      json([0x81, 0x39, 0xEF, 0x31, 0x95, 0x34, 0xB2, 0x35]), .json, "㐂𠮷"),
    CharsetBody("text/plain; charset=\"windows-1251\"", [0xC2, 0xEA, 0xEB], .text, "Вкл"),
    CharsetBody("text/plain; charset=Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0x0A], .text, "日本"),
    CharsetBody(
      "text/plain; charset=windows-31j", [0x87, 0x40, 0x81, 0x60, 0xEE, 0xE0, 0x87, 0x8A], .text,
      "①～髙㈱"),
    CharsetBody(
      "text/plain; charset=koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], .text, "Привет"),
    CharsetBody(
      "text/plain; charset=windows-1252", signs, .text, "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"),
    CharsetBody("text/plain; charset=iso-8859-15", [0xA4, 0xBC], .text, "€Œ"),
    CharsetBody("text/plain; charset=us-ascii", [0x63, 0x61, 0x66, 0xE9], .text, "café"),
    CharsetBody("text/plain; charset=windows-1255", [0xF9, 0xEC, 0xE5, 0xED], .text, "שלום"),
  ]

  private static let marks: [CharsetBody] = [
    CharsetBody("text/plain; charset=utf-16", wide("Größe\n"), .text, "Größe"),
    CharsetBody(nil, wide("{\"a\":\"ü\"}"), .json, "ü"),
    // The bytes of the sign are those of a backslash and a quote.
    CharsetBody(
      "application/json; charset=utf-16le", Array(wide("{\"a\":\"≜\"}").dropFirst(2)), .json, "≜"),
    CharsetBody(
      "application/xml", bigEndian("<?xml version=\"1.0\" encoding=\"UTF-16\"?><r>ü</r>"), .xml,
      "ü"),
    // A mark comes before the parameter.
    CharsetBody("text/plain; charset=utf-8", wide("Größe"), .text, "Größe"),
    CharsetBody("text/plain; charset=latin1", [0xEF, 0xBB, 0xBF, 0xC3, 0xBC], .text, "ü"),
  ]
}
