import ClientDocuments
import ClientModel

/// A `Content-Disposition` header: whether the body is to be saved, and under which name.
///
/// - Source: RFC 6266; extended parameters: RFC 8187.
package struct ContentDisposition: Hashable, Sendable {
  /// The type in lower case: `attachment`, `inline`, `form-data`.
  package let type: String
  /// The file name as the server wrote it. It is unsafe: make a `SafeFileName` of it.
  package let fileName: String?

  /// Returns nil if the text does not begin with a type.
  package init?(_ text: String) {
    let pieces = HeaderWords.split(text, at: ";")
    let type = (pieces.first ?? "").trimmed(of: " \t").lowercased()
    guard !type.isEmpty, !type.contains(byte: "=") else { return nil }
    self.type = type
    let parameters = pieces.dropFirst().compactMap(HeaderWords.parameter)
    let extended = parameters.first { $0.0 == "filename*" }.flatMap { Self.decoded($0.1) }
    fileName = extended ?? parameters.first { $0.0 == "filename" }?.1
  }

  /// Decodes `UTF-8''na%C3%AFve.txt`, or another charset that browsers know. Returns nil for an
  /// invalid value; the plain parameter then applies.
  private static func decoded(_ text: String) -> String? {
    let pieces = text.pieces(at: "'", maxSplits: 2)
    guard pieces.count == 3, let encoding = TextEncoding(label: pieces[0]),
      let bytes = PercentEncoding.decodeBytes(pieces[2])
    else { return nil }
    return encoding == .utf8 ? String(validating: bytes, as: UTF8.self) : encoding.text(of: bytes)
  }
}
