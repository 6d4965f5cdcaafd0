import ClientModel
import ClientPipeline

/// A method and a URL in one line, such as `POST https://a.example/x`. Documents and logs contain
/// such lines.
struct RequestLine: Equatable {
  let method: String
  let url: String

  /// The maximum length of a typed text in which a request line is detected, in characters.
  private static let longestBeginning = 100

  /// Parses a request line. Returns nil for any other text, such as a URL without a method. Only an
  /// HTTP version may follow the URL.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 || words.count == 3 && words[2].begins(with: "HTTP/"),
      words[0].allSatisfy({ $0.isASCII && $0.isUppercase || $0 == "-" }),
      HTTPToken.isToken(words[0]), Self.isURL(words[1])
    else { return nil }
    (method, url) = (words[0], words[1])
  }

  private static func isURL(_ word: String) -> Bool {
    ["http://", "https://", "{{", "/", "@", ":"].contains { word.begins(with: $0) }
      || word.contains(byte: ".") || word.begins(with: "localhost")
  }

  /// Returns the index after the first typed character that makes the buffer a request line.
  /// Returns the end index if the buffer never becomes a request line.
  static func end(in text: String, typedInto buffer: TextBuffer) -> String.Index {
    var typed = buffer
    for index in text.indices {
      typed.type(String(text[index]))
      guard typed.count <= longestBeginning else { break }
      if RequestLine(typed.text) != nil { return text.index(after: index) }
    }
    return text.endIndex
  }

  /// Returns the request for a pasted text if no field is being edited. Returns nil unless the text
  /// is a URL, or a method and a URL.
  static func composition(pasted text: String) -> Composition? {
    let words = text.split(whereSeparator: \.isWhitespace)
    if let line = RequestLine(text) {
      return .restored(Draft(method: line.method, url: line.url), base: nil)
    }
    guard words.count == 1, ["http://", "https://"].contains(where: { words[0].begins(with: $0) })
    else { return nil }
    return .pasted(String(words[0]))
  }

  /// Returns a notice that no field accepts the text. A single character causes no notice, because
  /// the character comes from a key without a command.
  static func refuse(pasted text: String) -> [Effect] {
    guard text.count > 1 else { return [] }
    return [
      .notify(
        Notice(
          .info, "The pasted text was not used.", why: "No text field is open.",
          whatToDo: "Edit a field, then paste."))
    ]
  }
}

extension CurlCommand {
  /// The effects that open the request of the curl line. A notice lists the options that Weir does
  /// not support.
  var opening: [Effect] {
    return [
      .compose(.restored(draft, base: nil)),
      .notify(
        Notice(
          dropped.isEmpty ? .info : .warning, "The curl line was imported.",
          why: dropped.map(\.sentence).joined(separator: " "))),
    ]
  }
}
