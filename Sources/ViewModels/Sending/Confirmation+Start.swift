import ClientModel

extension Confirmation {
  /// Returns the question before a request with a start is sent at once.
  ///
  /// - Parameter start: The start in the options of the request, such as `14:30`.
  static func sending(_ draft: Draft, before start: String) -> Confirmation {
    let isHeld = draft.job.start == .held
    return Confirmation(
      "Send the request now?",
      detail: "Its option Start is \(start). The option applies to jobs in the queue.",
      answers: [
        .init(
          isHeld ? "Add it to the queue, held" : "Add it to the queue for \(start)",
          [.sending(.submit(draft, .queued))]),
        .init("Send it now", [.sending(.submit(draft, .immediate))]),
        .init("Cancel"),
      ])
  }
}
