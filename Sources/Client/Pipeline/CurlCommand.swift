package import ClientModel

/// A curl command line read as a draft, with a list of what has no place in it.
package struct CurlCommand: Hashable, Sendable {
  package var draft: Draft
  package var dropped: [DroppedOption]

  /// True when a text begins as a curl command does: what makes a paste into the URL an import.
  package static func isCurl(_ text: String) -> Bool {
    text.trimmingPrefix(while: \.isWhitespace).hasPrefix("curl ")
  }

  /// Reads a command line as a shell would split it; nothing is run, fetched or expanded.
  package static func parse(
    _ line: String, files: FileReader = .refusing
  ) throws(CurlProblem) -> CurlCommand {
    CurlCommand(draft: Draft(), dropped: [])
  }

  /// Reads the words after `curl`.
  package static func parse(
    arguments: [String], files: FileReader = .refusing
  ) throws(CurlProblem) -> CurlCommand {
    CurlCommand(draft: Draft(), dropped: [])
  }
}

/// An option of a curl line that was left out, and why.
package struct DroppedOption: Hashable, Sendable {
  package let option: String
  package let why: String
}

/// Why a curl line cannot be read.
package struct CurlProblem: Error, Hashable, Sendable {
  package let what: String
  package let why: String
  package let whatToDo: String
}
