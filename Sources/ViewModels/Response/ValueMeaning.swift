import ClientDocuments
import ClientModel
import ReadingValues

/// The probable meaning of a text: a time, a token, or base64 text (RFC 4648). Shown below the
/// tree.
enum ValueMeaning {
  /// Returns the meaning as text. Returns nil if no meaning is recognized.
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
    // A short text can be valid base64 by chance, so short texts are not decoded.
    guard letters.count >= 12,
      let bytes = Base64.decode(letters, ending: row.isCut ? .cut : .padded)
    else { return nil }
    return PrintableText.text(bytes, isCut: row.isCut).map { "From base64: \($0)" }
  }
}

/// The content of a JSON Web Token: header and claims. The token is not verified.
///
/// - Source: RFC 7515, section 3.1; RFC 7519, section 4.1.4 for the expiration time.
enum TokenMeaning {
  /// Returns the content as text. Returns nil if the text is not a JSON Web Token.
  ///
  /// - Parameter letters: The text between the quotes.
  static func words(_ letters: some Collection<UInt8>, isCut: Bool) -> String? {
    let parts = letters.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A token has three parts. The last one may be empty. A truncated token must contain at least
    // its header and the start of its claims.
    guard parts.count == 3 || (isCut && parts.count == 2), let head = text(parts[0], isCut: false),
      head.begins(with: "{"), head.contains("\"alg\"")
    else { return nil }
    let isClaimsCut = parts.count == 2
    guard let claims = text(parts[1], isCut: isClaimsCut) else {
      return "A token (JWT): \(head)"
    }
    let expiry = isClaimsCut ? nil : expiry(claims)
    return "A token (JWT), not checked: \(head) \(claims)" + (expiry.map { ", until \($0)" } ?? "")
  }

  private static func text(_ part: some Collection<UInt8>, isCut: Bool) -> String? {
    Base64.decode(part, ending: isCut ? .cut : .unpadded).flatMap {
      PrintableText.text($0, isCut: isCut)
    }
  }

  private static func expiry(_ claims: String) -> String? {
    guard let path = ValuePath(".exp") else { return nil }
    do throws(DocumentError) {
      let document = try JSONDocument(text: claims)
      let reach = try document.follow(path)
      guard reach.missing == nil, let node = reach.node, node.kind == .number else { return nil }
      return Moment.words(
        ofNumber: String(decoding: try document.rawText(of: node, limit: 30), as: UTF8.self))
    } catch {
      // A token in memory can always be read. If reading failed, only the expiration time would be
      // missing.
      return nil
    }
  }
}
