/// An error while a body is shown, searched or formatted.
package enum DocumentError: Error, Equatable, Sendable {
  /// The body's file could not be opened or read; `reason` is the system's own message.
  case unreadable(path: String, reason: String)
  /// The file is shorter than when the body was opened.
  case shortened(path: String, expected: Int, found: Int)
  /// No value exists at this path; `pointer` is an RFC 6901 JSON Pointer.
  case nothingAt(pointer: String, missing: String)
  /// The text is not a JSON Pointer (RFC 6901, section 3).
  case badPointer(text: String)
  /// The page cannot be appended to the previous pages.
  case notJoinable(reason: String)
  /// The text is not a regular expression; `place` is the number of characters before the error.
  case badExpression(text: String, place: Int, reason: String)
  /// Matching was stopped because the expression can match the text at `offset` in too many ways.
  case hardExpression(text: String, offset: Int)
  /// Regular expressions are not available.
  case noExpressions(reason: String)

  package var what: String {
    switch self {
    case .unreadable(let path, _): "The body in \(path) cannot be read."
    case .shortened(let path, _, _): "The body in \(path) has become shorter."
    case .nothingAt(let pointer, _): "Nothing stands at \(pointer)."
    case .badPointer(let text): "\"\(text)\" is not a JSON Pointer."
    case .notJoinable: "The next page was not appended."
    case .badExpression(_, let place, _): "Not a valid regex, at character \(place + 1)."
    case .hardExpression: "The search was given up."
    case .noExpressions: "Regular expressions cannot be used."
    }
  }

  package var why: String {
    switch self {
    case .unreadable(_, let reason): "The system says: \(reason)."
    case .shortened(_, let expected, let found):
      "It had \(expected) bytes and now has \(found): something else changed the file."
    case .nothingAt(_, let missing): "There is no \"\(missing)\" on the way."
    case .badPointer: "A pointer is empty, or starts with /, and ~ may only stand in ~0 and ~1."
    case .notJoinable(let reason): reason
    case .badExpression(_, _, let reason): reason.prefix(1).uppercased() + reason.dropFirst() + "."
    case .hardExpression(let text, let offset):
      "\"\(text)\" has too many ways to match what stands at byte \(offset)."
    case .noExpressions(let reason): "\(reason)."
    }
  }

  package var whatToDo: String {
    switch self {
    case .unreadable: "Check that the file is there and that you may read it."
    case .shortened: "Send the request again to get the full body."
    case .nothingAt: "Open the tree at the last part that exists, and copy the path from there."
    case .badPointer: "Write it as /items/0/name."
    case .notJoinable:
      "Open it as a job of its own, or name the list by the gateway's `root`, such as /data."
    case .badExpression: "Correct it, or write \\ before a mark that stands for itself."
    case .hardExpression: "Write it without repetition inside of repetition, such as (a+)+."
    case .noExpressions: "Install the package libpcre2-8-0, or look for the text as it is."
    }
  }
}
