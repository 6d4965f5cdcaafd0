import ClientCore
import ClientModel

/// The progress of one request: uploading, waiting, receiving, retrying or polling.
struct SendProgress {
  private let id: JobID
  /// The maximum number of attempts.
  private let most: Int
  private(set) var line: ProgressLine?

  /// Creates the progress of a submitted job.
  init(of id: JobID, most: Int, now: Timestamp) {
    (self.id, self.most) = (id, most)
    line = ProgressLine(title: "Sending", began: now)
  }

  /// Shows the progress of a job until the task is cancelled. Returns nil if there is nothing to
  /// show.
  static func follow(
    _ id: JobID?, most: Int, _ events: AsyncStream<ClientEvent>?, on writer: ProgressWriter?
  ) -> Task<Void, Never>? {
    guard let id, let events, let writer else { return nil }
    return Task {
      var progress = SendProgress(of: id, most: most, now: SystemClock().now)
      writer.show(progress.line)
      for await event in events where progress.take(event, at: SystemClock().now) {
        writer.show(progress.line)
      }
    }
  }

  /// Updates the line. Returns whether it changed.
  mutating func take(_ event: ClientEvent, at now: Timestamp) -> Bool {
    let before = line
    switch event {
    case .jobsChanged(let jobs):
      if let job = jobs.last(where: { $0.id == id }) { take(job, at: now) }
    case .progressed(id, let progress): take(progress, at: now)
    case .headArrived(id, _): begin("Receiving", at: now)
    default: break
    }
    return line != before
  }

  private mutating func take(_ job: Job, at now: Timestamp) {
    switch job.state {
    case .waiting(.until(let time)):
      let isRetry = job.seriesAttempts > 0
      begin(isRetry ? "Retry \(job.seriesAttempts + 1) of \(most)" : "Starts", at: now)
      line?.due = time
    case .waiting: begin("Waiting in the queue", at: now)
    case .running:
      if line?.amount == nil { begin("Waiting for the response", at: now) }
    case .polling(let word, let next):
      let state = word.isEmpty ? "in progress" : Console.safe(word)
      begin("The remote job is \(state)\(next == nil ? "" : "; next poll")", at: now)
      line?.due = next
    case .held, .succeeded, .failed, .cancelled, .skipped, .interrupted: line = nil
    }
  }

  private mutating func take(_ progress: TransferProgress, at now: Timestamp) {
    if progress.received > 0 {
      begin("Receiving", at: now)
      line?.amount = .bytes(progress.received, of: progress.toReceive)
    } else if let toSend = progress.toSend, progress.sent < toSend {
      begin("Sending", at: now)
      line?.amount = .bytes(progress.sent, of: toSend)
    } else {
      begin("Waiting for the response", at: now)
    }
  }

  /// Starts a line for other work. Has no effect if the work is the same.
  private mutating func begin(_ title: String, at now: Timestamp) {
    guard line?.title != title else { return }
    line = ProgressLine(title: title, began: now)
  }
}
