import ClientModel

extension ComposerForm {
  /// Returns the question to ask before sending a request that does not match the catalog. Returns
  /// nil unless sending the same request was refused before.
  func question(beforeSending draft: Draft, _ scheduling: Job.Scheduling) -> Confirmation? {
    guard refused == draft, let problem = problems.first else { return nil }
    let more = problems.count - 1
    let rest =
      more == 0 ? "" : more == 1 ? " There is 1 more problem." : " There are \(more) more problems."
    return Confirmation(
      "Send a request that does not match the catalog?",
      detail: "\(problem.what) \(problem.why)\(rest)",
      answers: [
        .init("Correct it"),
        .init(
          scheduling == .queued ? "Add it to the queue as it is" : "Send it as it is",
          [.sending(.submit(draft, scheduling))]),
      ])
  }
}
