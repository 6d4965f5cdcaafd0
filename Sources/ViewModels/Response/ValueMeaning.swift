import ClientModel
import ReadingValues

/// What the text of a value most likely stands for, shown below the tree: a moment, a token, or a
/// text in base64 (RFC 4648).
enum ValueMeaning {
  /// In words; nil for what seems to mean nothing but itself.
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
    // Short words are base64 by chance.
    guard letters.count >= 12,
      let bytes = Base64.decode(letters, ending: row.isCut ? .cut : .padded)
    else { return nil }
    return PrintableText.text(bytes, isCut: row.isCut).map { "From base64: \($0)" }
  }
}
