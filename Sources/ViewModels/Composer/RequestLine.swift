import ClientModel

/// A method and a URL in one line, as in documents and logs: `POST https://a.example/x`.
struct RequestLine: Equatable {
  let method: String
  let url: String

  /// Reads a request line. Returns nil for any other text, such as a URL alone. Only an HTTP
  /// version may follow the URL, as in a raw request line.
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
}
