import ClientDocuments
import ClientModel
import ReadingValues

/// A counter of a subscription's messages by topic, which counts while the response is received.
///
/// Only lines in the format of `MessageLine` are counted.
struct TopicCounter: Sendable {
  private static let start = Array("{\"time\":".utf8)
  private static let name = Array(",\"topic\":\"".utf8)
  private static let payload = Array(",\"payload".utf8)
  /// The suffix of the member name `payload` for a payload that is not text.
  private static let base64 = Array("Base64".utf8)
  /// The maximum length of a payload in a row.
  private static let longestPayload = 200

  private var tally = TopicCounts()
  /// The offset of the first uncounted line.
  private var place = 0

  /// Counts the lines in approximately `budget` more bytes, and returns all counts.
  mutating func continueReading(
    _ source: ByteSource, budget: Int
  ) throws(DocumentError) -> TopicCounts {
    var end = place
    var lines: [UInt8] = []
    // A line may be longer than the budget.
    repeat {
      end = min(source.count, end + budget)
      lines = try source.bytes(in: place..<end)
    } while end < source.count && !lines.contains(UInt8(ascii: "\n"))
    let whole = lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    for line in lines[..<whole].split(separator: UInt8(ascii: "\n")) { count(line) }
    place += whole
    tally.isComplete = end == source.count
    return tally
  }

  /// Counts a line that is a message. Lines about the connection are ignored.
  private mutating func count(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.start) else { return }
    let digits = line.dropFirst(Self.start.count).prefix { 0x30...0x39 ~= $0 }
    let rest = line[digits.endIndex...]
    guard let time = Int64(String(decoding: digits, as: UTF8.self)), rest.starts(with: Self.name),
      let name = Self.untilQuote(rest.dropFirst(Self.name.count))
    else { return }
    tally.count(
      JSONText.string(name), at: Timestamp(milliseconds: time),
      payload: Self.payload(of: line[name.endIndex...]))
  }

  /// Returns the bytes before the closing quote of a JSON string, or nil if there is no closing
  /// quote.
  private static func untilQuote(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var place = bytes.startIndex
    while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place < bytes.endIndex ? bytes[..<place] : nil
  }

  /// Returns the start of `payload` or the size of `payloadBase64`, whichever is the last member of
  /// the line.
  private static func payload(of rest: ArraySlice<UInt8>) -> String {
    // `qos` and `retained` precede the payload. Together they are shorter than 64 bytes.
    let head = rest.prefix(64)
    guard
      let start = head.indices.first(where: { rest[$0...].starts(with: payload) }),
      let colon = rest[(start + payload.count)...].firstIndex(of: UInt8(ascii: ":"))
    else { return "" }
    if rest[(start + payload.count)...].starts(with: base64) {
      // The quotes and the bracket are not part of the payload.
      let text = rest[(colon + 1)...].dropFirst().dropLast(2)
      let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      return "binary, \(ByteCount(max(0, text.count / 4 * 3 - padding)))"
    }
    let value = rest[(colon + 1)...].prefix(longestPayload)
    guard value.endIndex == rest.endIndex else { return String(decoding: value, as: UTF8.self) }
    let end = value.lastIndex(of: UInt8(ascii: "}")) ?? value.endIndex
    return String(decoding: value[..<end], as: UTF8.self)
  }
}
