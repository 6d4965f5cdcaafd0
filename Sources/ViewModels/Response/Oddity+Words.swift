import ClientDocuments
import ReadingValues

extension Oddity {
  /// The explanation of the oddity, in one sentence.
  var text: String {
    switch self {
    case .equalKeys: "This key occurs more than once in its object: most programs use the last."
    case .rounded: "No double has this exact value: most programs round it."
    case .beyondDouble: "This number is too large for a double: many programs make it infinite."
    case .negativeZero: "A zero with a sign: most programs drop the sign."
    case .loneSurrogate: "An unpaired surrogate (\\ud800 to \\udfff), which is not a character."
    case .badEscape: "A backslash with a character that has no escape in JSON."
    case .brokenText: "Some bytes of the value are not UTF-8. They are shown as \u{FFFD}."
    case .bareControl: "A control character is not escaped."
    }
  }
}

extension TreeRow {
  /// Whether the value has an oddity.
  package var isOdd: Bool { !oddities.isEmpty }

  /// The explanations of all oddities. Nil if there are none.
  var oddWords: String? {
    oddities.isEmpty ? nil : oddities.map(\.text).joined(separator: " ")
  }
}
