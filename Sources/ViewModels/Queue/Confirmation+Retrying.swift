import ClientModel

extension Confirmation {
  /// Creates a question about retrying failed requests that may take effect twice.
  ///
  /// - Parameter others: The number of failed jobs that are retried without a question.
  init(retrying jobs: [JobID], besides others: Int) {
    let isOne = jobs.count == 1
    let rest =
      switch others {
      case 0: ""
      case 1: " The other failed job is being retried already."
      default: " The other \(others.grouped) failed jobs are being retried already."
      }
    self.init(
      isOne
        ? "Retry a request that got a response?"
        : "Retry \(jobs.count.grouped) requests that got a response?",
      detail: (isOne
        ? "It is not idempotent: sent again, it may take effect twice."
        : "They are not idempotent: sent again, they may take effect twice.") + rest,
      answers: [
        .init(isOne ? "Leave it" : "Leave them"),
        .init(isOne ? "Retry it" : "Retry them", [.queue(.retryWithheld(jobs))]),
      ], chosen: 1)
  }
}
