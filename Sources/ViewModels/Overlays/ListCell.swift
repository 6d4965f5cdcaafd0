/// A cell in a row of a table-like list. Cells with the same index form a column.
package struct ListCell: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text
    /// A right-aligned number.
    case number
    /// Secondary text. This cell is left out first if there is little room.
    case faint
    case method
    /// The text of an error.
    case fault
    /// The sign of an exchange's outcome. The cell has no text.
    case sign(ExchangeOutcome)
    /// The outcome of an exchange: a status or a word.
    case outcome(ExchangeOutcome)
    /// A URL in the remaining width. The end is kept, because URLs of the same host differ at the
    /// end.
    case address
    /// Text in the remaining width, truncated at the end.
    case line
    /// Text that contains a URL, truncated to the remaining width. The host of the URL is left out
    /// first.
    case sentence
    /// Secondary text that is shortened like a sentence.
    case faintSentence
    /// A bar in the remaining width. The cell has no text.
    case bar(Bar)
  }

  /// A bar from a start to an end. Both are fractions of the width, from 0 to 1.
  package struct Bar: Hashable, Sendable {
    package let start: Double
    package let end: Double
    package let kind: Kind

    package enum Kind: Hashable, Sendable { case normal, failed }
  }

  package let text: String
  package let kind: Kind

  package init(_ text: String, _ kind: Kind = .text) {
    self.text = text
    self.kind = kind
  }
}

/// The kind of outcome of an exchange, which a list shows as a sign.
package enum ExchangeOutcome: Hashable, Sendable {
  /// A response with this status.
  case responded(Int)
  /// A response with this status that failed an assertion or a rule.
  case refused(Int)
  case failed
  /// An outcome that is neither a response nor a failure.
  case ended
}
