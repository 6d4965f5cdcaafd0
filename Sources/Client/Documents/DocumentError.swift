/// Why a body could not be shown, searched or laid out.
package enum DocumentError: Error, Equatable, Sendable {
  /// The file behind the body could not be opened or read; `reason` is the system's own sentence.
  case unreadable(path: String, reason: String)
  /// The file ends before the length it had when the body was opened.
  case shortened(path: String, expected: Int, found: Int)
  /// No value stands at this place; `pointer` is an RFC 6901 JSON Pointer.
  case nothingAt(pointer: String, missing: String)
  /// The text is no JSON Pointer (RFC 6901, section 3).
  case badPointer(text: String)
  /// Another page cannot be put behind what is there.
  case notJoinable(reason: String)

  package var what: String {
    switch self {
    case .unreadable(let path, _): "The body in \(path) cannot be read."
    case .shortened(let path, _, _): "The body in \(path) has become shorter."
    case .nothingAt(let pointer, _): "Nothing stands at \(pointer)."
    case .badPointer(let text): "\"\(text)\" is not a JSON Pointer."
    case .notJoinable: "The next page was not appended."
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
    }
  }

  package var whatToDo: String {
    switch self {
    case .unreadable: "Check that the file is there and that you may read it."
    case .shortened: "Send the request again to get the whole body."
    case .nothingAt: "Open the tree at the last part that exists, and copy the path from there."
    case .badPointer: "Write it as /items/0/name."
    case .notJoinable:
      "Open it as a job of its own, or name the list by the gateway's `root`, such as /data."
    }
  }
}
