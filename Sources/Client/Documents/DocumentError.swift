/// An error while showing, searching or formatting a body.
package enum DocumentError: Error, Equatable, Sendable {
  /// The body's file cannot be opened or read. `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// The file has become shorter since the body was opened.
  case shortened(path: String, expected: Int, found: Int)
  /// There is no value at the path. `pointer` is a JSON Pointer (RFC 6901).
  case nothingAt(pointer: String, missing: String)
  /// The text is not a JSON Pointer (RFC 6901, section 3).
  case badPointer(text: String)
  /// The page cannot be appended to the previous pages.
  case notJoinable(reason: String)
  /// The text is not a regular expression. `place` is the number of characters before the error.
  case badExpression(text: String, place: Int, reason: String)
  /// The regular expression takes too long, because it can match the text at `offset` in too many
  /// ways.
  case hardExpression(text: String, offset: Int)
  /// The regular expression library is not available.
  case noExpressions(reason: String)

  package var what: String {
    switch self {
    case .unreadable(let path, _): "The body in \(path) cannot be read."
    case .shortened(let path, _, _): "The body in \(path) has become shorter."
    case .nothingAt(let pointer, _): "There is nothing at \(pointer)."
    case .badPointer(let text): "\"\(text)\" is not a JSON Pointer."
    case .notJoinable: "The next page was not appended."
    case .badExpression(_, let place, _): "The regex is not valid at character \(place + 1)."
    case .hardExpression: "The search was stopped."
    case .noExpressions: "Regular expressions cannot be used."
    }
  }

  package var why: String {
    switch self {
    case .unreadable(_, let reason): "The system reported: \(reason)."
    case .shortened(_, let expected, let found):
      "It had \(expected) bytes and now has \(found): another program changed the file."
    case .nothingAt(_, let missing): "The path contains \"\(missing)\", which does not exist."
    case .badPointer: "A pointer is empty or starts with /, and ~ is allowed only in ~0 and ~1."
    case .notJoinable(let reason): reason
    case .badExpression(_, _, let reason): reason.prefix(1).uppercased() + reason.dropFirst() + "."
    case .hardExpression(let text, let offset):
      "\"\(text)\" can match the text at byte \(offset) in too many ways."
    case .noExpressions(let reason): "\(reason)."
    }
  }

  package var whatToDo: String {
    switch self {
    case .unreadable: "Check that the file exists and that you can read it."
    case .shortened: "Send the request again to get the full body."
    case .nothingAt: "Open the tree at the last part that exists, and copy the path from there."
    case .badPointer: "Write a pointer such as /items/0/name."
    case .notJoinable:
      "Open the page as a separate job, or set the gateway's `root` to the list, such as /data."
    case .badExpression: "Correct it, or write \\ before a special character to match it literally."
    case .hardExpression: "Remove nested repetitions such as (a+)+ from the regex."
    case .noExpressions: "Install the package libpcre2-8-0, or search for plain text."
    }
  }
}
