package import ReadingValues

/// A run of jq for a filter.
package struct FilterRun: Hashable, Sendable {
  package enum Timing: Hashable, Sendable {
    case atOnce
    /// The user is still typing the program. jq runs only after a pause in typing.
    case resting
  }

  package var number: Int
  package var pace: Timing
  /// The request to the reader after jq has ended.
  package var request: DocumentRequest

  package init(number: Int, pace: Timing, request: DocumentRequest) {
    self.number = number
    self.pace = pace
    self.request = request
  }
}
