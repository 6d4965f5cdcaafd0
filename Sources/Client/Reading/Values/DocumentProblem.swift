package import ClientDocuments

/// The reason why a request failed, as sentences for the user.
package struct DocumentProblem: Error, Hashable, Sendable {
  package enum Severity: Hashable, Sendable {
    /// The body does not contain the value, or the value is too large.
    case warning
    /// The body could not be read.
    case error
  }

  package let severity: Severity
  package let what: String
  package let why: String
  package let whatToDo: String

  package init(_ severity: Severity, _ what: String, why: String, whatToDo: String) {
    self.severity = severity
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }

  package init(_ error: DocumentError) {
    self.init(.error, error.what, why: error.why, whatToDo: error.whatToDo)
  }
}
