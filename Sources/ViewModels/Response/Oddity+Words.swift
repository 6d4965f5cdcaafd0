import ClientDocuments
import ReadingValues

extension Oddity {
  /// The explanation for the user, in a sentence.
  var words: String {
    switch self {
    case .equalKeys: "This key stands more than once in its object: most programs take the last."
    case .rounded: "No double holds this number: most programs round it."
    case .beyondDouble: "This number is beyond every double: many programs make it infinite."
    case .negativeZero: "A zero with a sign: most programs drop the sign."
    case .loneSurrogate: "Half of a surrogate pair (\\ud800 to \\udfff) stands alone: no character."
    case .badEscape: "A backslash before what JSON has no escape for."
    case .brokenText: "Some of its bytes are no UTF-8; they show as \u{FFFD}."
    case .bareControl: "A control byte stands here without an escape."
    }
  }
}

extension TreeRow {
  /// Whether the value has an oddity.
  package var isOdd: Bool { !oddities.isEmpty }

  /// The explanations of all oddities, or nil if there are none.
  var oddWords: String? {
    oddities.isEmpty ? nil : oddities.map(\.words).joined(separator: " ")
  }
}
