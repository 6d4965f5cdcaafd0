import ClientDocuments
import ClientModel

/// The prompt for a path; the possible next keys are listed above it.
extension AppModel {
  mutating func act(_ command: Command, inPath old: Prompt) -> [Effect] {
    switch command {
    case .typing(.leave), .app(.back):
      prompts.filters.stopWalking()
      overlays.removeLast()
      response.filter.problem = nil
      return []
    case .typing(.enter):
      // An invalid path stays in the prompt, so that the user can correct it.
      response.filter.problem = Self.problem(ofPath: old.buffer.text)
      guard response.filter.problem == nil else { return [] }
      prompts.filters.stopWalking()
      overlays.removeLast()
      return response.go(toPath: old.buffer.text)
    default:
      guard type(command, inWay: old), case .prompt(let prompt)? = overlays.last else { return [] }
      return response.typed(path: prompt.buffer.head)
    }
  }

  /// The reason why this text is not a valid path, whatever the body contains; nil if it is valid or blank.
  private static func problem(ofPath text: String) -> String? {
    guard !text.allSatisfy(\.isWhitespace), ValuePath(text) == nil else { return nil }
    return "This is no path. Write it as .a[3].b, $.a or /a/3/b."
  }
}
