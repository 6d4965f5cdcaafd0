/// One cell of a row in a list that is a table: the cells in the same place of all rows form a column.
package struct ListCell: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text
    /// At the right of its column.
    case number
    /// What is left out first where room is short.
    case faint
    case method
    /// What went wrong.
    case fault
    /// The sign of how an exchange ended; has no text of its own.
    case sign(ExchangeOutcome)
    /// How an exchange ended: its status, or a word.
    case outcome(ExchangeOutcome)
    /// Takes the room that the others leave; a URL, whose end distinguishes it from others of the same host.
    case address
    /// Takes the room that the others leave; is cut at its end.
    case line
    /// The same, with a URL that loses its host before anything else is cut.
    case sentence
  }

  package let text: String
  package let kind: Kind

  package init(_ text: String, _ kind: Kind = .text) {
    self.text = text
    self.kind = kind
  }
}

/// How an exchange ended, as its sign tells it.
package enum ExchangeOutcome: Hashable, Sendable {
  /// A response of this status.
  case answered(Int)
  /// A response of this status that an assertion or a rule refused.
  case refused(Int)
  case failed
  /// Without a response, and without a failure.
  case ended
}
