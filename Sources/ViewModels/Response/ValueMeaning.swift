import ClientModel
import ReadingValues

/// The probable meaning of a value's text, shown below the tree: a time, a token, or base64 text
/// (RFC 4648).
enum ValueMeaning {
  /// Returns the meaning as text, or nil if there seems to be none.
  static func words(of row: TreeRow) -> String? {
    switch row.kind {
    case .number: Moment.words(ofNumber: row.preview).map { "As a time: \($0)" }
    case .string: text(row)
    case .object, .array, .boolean, .null, .unknown: nil
    }
  }

  private static func text(_ row: TreeRow) -> String? {
    var letters = row.preview.utf8.dropFirst()
    if !row.isCut { letters = letters.dropLast() }
    if !row.isCut, let moment = Moment.words(ofText: String(Substring(letters))) {
      return "As a time: \(moment)"
    }
    if let token = TokenMeaning.words(letters, isCut: row.isCut) { return token }
    // Short words can be base64 by chance.
    guard letters.count >= 12,
      let bytes = Base64.decode(letters, ending: row.isCut ? .cut : .padded)
    else { return nil }
    return PrintableText.text(bytes, isCut: row.isCut).map { "From base64: \($0)" }
  }
}
