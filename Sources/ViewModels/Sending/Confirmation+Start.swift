import ClientModel

extension Confirmation {
  /// Returns the question to ask before a request with a start option is sent immediately.
  ///
  /// - Parameter start: The start option of the request, such as `14:30`.
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
