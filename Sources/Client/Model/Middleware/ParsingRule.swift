/// How the body of a response is parsed.
public enum ParsingRule: Hashable, Sendable {
  /// By the media type of the response.
  case byType
  /// Not at all.
  case off
  /// As this media type, whatever the response names.
  case forced(String)

  /// The word for `byType` and `off` on the command line and in files; else the media type.
  public var word: String {
    switch self {
    case .byType: "auto"
    case .off: "off"
    case .forced(let type): type
    }
  }

  /// Nil for what is neither a known word nor `type/subtype`.
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
