/// The rule for parsing the body of a response.
public enum ParsingRule: Hashable, Sendable {
  /// The media type of the response determines the parser.
  case byType
  /// The body is not parsed.
  case off
  /// The body is parsed as this media type. The declared type is ignored.
  case forced(String)

  /// The notation on the command line and in files. It is a keyword or a media type.
  public var word: String {
    switch self {
    case .byType: "auto"
    case .off: "off"
    case .forced(let type): type
    }
  }

  /// Parses the notation. Returns nil if the text is neither a keyword nor `type/subtype`.
  public init?(word: String) {
    switch word {
    case "auto": self = .byType
    case "off": self = .off
    default:
      let names = word.pieces(at: "/")
      guard names.count == 2, names.allSatisfy({ HTTPToken.isToken(String($0)) }) else {
        return nil
      }
      self = .forced(word.lowercased())
    }
  }
}
