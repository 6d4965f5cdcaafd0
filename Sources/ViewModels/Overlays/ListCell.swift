/// A cell of a row in a list that is a table. Cells with the same index form a column.
package struct ListCell: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text
    /// A number, aligned to the right of its column.
    case number
    /// Secondary text. If there is little room, this cell is left out first.
    case faint
    case method
    /// The text of an error.
    case fault
    /// The sign for the outcome of an exchange. The cell has no text.
    case sign(ExchangeOutcome)
    /// The outcome of an exchange: its status, or a word.
    case outcome(ExchangeOutcome)
    /// A URL in the remaining width. Its end is preserved, because URLs of the same host differ at
    /// the end.
    case address
    /// Text in the remaining width, truncated at its end.
    case line
    /// Text that contains a URL, truncated to the remaining width. The host of the URL is left out
    /// first.
    case sentence
  }

  package let text: String
  package let kind: Kind

  package init(_ text: String, _ kind: Kind = .text) {
    self.text = text
    self.kind = kind
  }
}

/// The outcome of an exchange, as far as its sign shows it.
package enum ExchangeOutcome: Hashable, Sendable {
  /// A response of this status.
  case responded(Int)
  /// A response of this status that did not meet an assertion or a rule.
  case refused(Int)
  case failed
  /// An end that was neither a response nor a failure.
  case ended
}
