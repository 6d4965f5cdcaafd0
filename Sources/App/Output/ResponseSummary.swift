import ClientModel
import Panels

/// The status, size and time of a response, in one line for a terminal.
///
///     404 Not Found  1.2 kB in 134 ms
struct ResponseSummary: Equatable {
  let status: Int
  private let reason: String
  /// The size of the body, the time of the attempt, the source if it is not the network, and the
  /// address if a redirect led to it.
  let details: String

  /// Creates the line. Returns nil if the response is not complete.
  init?(_ attempt: Attempt) {
    guard let response = attempt.result, response.end == .responded, let head = response.head
    else { return nil }
    status = head.status
    reason = Console.safe(head.reason)
    let size = response.body.length == 0 ? "empty body" : "\(response.body.length)"
    let time = response.timings.total.map { " in \($0.brief)" } ?? ""
    let source = response.source == .network ? "" : "  source: \(response.source.text)"
    let address =
      attempt.hop == 0 ? "" : "  redirected to \(Console.safe(attempt.displayURL))"
    details = size + time + source + address
  }

  /// The status and its reason.
  var words: String { reason.isEmpty ? "\(status)" : "\(status) \(reason)" }

  /// Prints the line to standard error.
  func print() {
    let text = Console.styledComplaint(words, TextStyle(status: status))
    let details = Console.styledComplaint(details, .grey)
    Console.writeToStandardError(Array("\(text)  \(details)\n".utf8))
  }
}
