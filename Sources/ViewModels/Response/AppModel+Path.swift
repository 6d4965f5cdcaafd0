import ClientDocuments
import ClientModel

/// The prompt in which a path is typed: the keys that may follow are told over it.
extension AppModel {
  mutating func act(_ command: Command, inPath old: Prompt) -> [Effect] {
    switch command {
    case .typing(.leave), .app(.back):
      filters.stopWalking()
      overlays.removeLast()
      response.filter.problem = nil
      return []
    case .typing(.enter):
      // What is no path stays to be corrected.
      response.filter.problem = Self.problem(ofPath: old.buffer.text)
      guard response.filter.problem == nil else { return [] }
      filters.stopWalking()
      overlays.removeLast()
      return response.go(toPath: old.buffer.text)
    default:
      guard type(command, inWay: old), case .prompt(let prompt)? = overlays.last else { return [] }
      return response.typed(path: prompt.buffer.head)
    }
  }

  /// Why nothing can be gone to by this text, whatever the body holds.
  private static func problem(ofPath text: String) -> String? {
    guard !text.allSatisfy(\.isWhitespace), ValuePath(text) == nil else { return nil }
    return "This is no path. Write it as .a[3].b, $.a or /a/3/b."
  }
}

extension ResponseModel {
  /// Asks for a path; the one of the selected value stands there to be changed.
  mutating func beginPath() -> [Effect] {
    (filter.problem, filter.completion) = (nil, nil)
    return [.ask(.path, text: wholePath ?? ".")]
  }

  /// Asks for the keys that may stand at the end of what is typed.
  mutating func typed(path head: String) -> [Effect] {
    filter.problem = nil
    return [quietly(.completePath(head, number: filter.number))]
  }

  /// Goes to what the path leads to.
  package mutating func go(toPath text: String) -> [Effect] {
    text.allSatisfy(\.isWhitespace) ? [] : [ask(.follow(text), .tree)]
  }
}
