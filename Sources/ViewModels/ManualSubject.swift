/// The subject of a manual page: a panel or a list over the panels.
package struct ManualSubject: Hashable, Sendable {
  package let topic: String

  package static let requests = ManualSubject(topic: "requests")
  package static let queue = ManualSubject(topic: "queue")
  package static let response = ManualSubject(topic: "responses")
  /// The page for help, the palette and the lists of field choices.
  package static let keys = ManualSubject(topic: "keys")

  /// All subjects.
  package static var all: [ManualSubject] {
    [.requests, .queue, .response, .keys] + ListSources().all.map { type(of: $0).manual }
  }
}
