/// Converts the text of a file to one displayed line. Characters that control a terminal or are
/// invisible are replaced by escapes.
package enum VisibleText {
  /// The maximum length of a line in scalars. Longer lines are truncated.
  private static let longest = 2000

  package static func line(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < longest else { return result + "…" }
      if isVisible(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\t" { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return true
    }
  }
}
