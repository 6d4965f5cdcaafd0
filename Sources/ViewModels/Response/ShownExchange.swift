package import ClientModel
import ClientPipeline
import ReadingValues

/// The displayed job, its attempts and the selected attempt.
///
///     nothing ──open──► opened ──take──► job, request, attempts ──choose──► one attempt
///                          └──began, grew──► head and bytes of a body that is arriving
package struct ShownExchange: Equatable, Sendable {
  /// The job to show. Nil if none is open. The data of the job may not be loaded yet.
  package private(set) var opened: JobID?
  package private(set) var job: Job?
  package private(set) var request: PreparedRequest?
  /// The attempts of the job, oldest first. Each redirect has its own attempt.
  package private(set) var attempts: [Attempt] = []
  /// The attempt to select when its job is loaded. Nil for the last attempt.
  private var requested: AttemptID?
  /// The index of the selected attempt. Nil if there is none.
  package private(set) var chosen: Int?
  package private(set) var progress: TransferProgress?
  /// The data of a response that is still arriving.
  private var arrived = ArrivingResponses.Part()
  /// The meaning of the status in the catalog. Nil if it is unknown.
  var meaning: StatusMeaning?

  var isRunning: Bool { job?.state.word == .running }

  package var attempt: Attempt? { chosen.map { attempts[$0] } }

  /// The head of the selected attempt, or of the arriving response.
  package var head: ResponseHead? { attempt?.result?.head ?? arrived.head }

  /// The JSON Pointer of the response data in the body. Empty if the complete body is the data.
  var dataRoot: String { attempt?.result?.processing?.root ?? "" }

  /// The arriving body. Nil if no body is arriving.
  var arriving: DocumentSource? { arrived.bytes.map { .arriving($0) } }

  /// The arriving body and its media type. Nil if an older attempt is selected. Also nil if the job
  /// is not known to be running, although data may already have arrived.
  var shownArriving: (source: DocumentSource, mediaType: String?)? {
    guard isRunning, let arriving, chosen == nil || chosen == attempts.count - 1 else { return nil }
    return (arriving, arrived.head?.mediaType)
  }

  /// Selects this attempt, in place of the last one, when its job is opened next.
  mutating func select(_ exchange: AttemptID) { requested = exchange }

  mutating func open(_ job: JobID) {
    let wished = requested?.job == job ? requested : nil
    self = ShownExchange()
    (opened, self.requested) = (job, wished)
  }

  /// Closes the job. The attempt in `requested` is kept, because it can belong to another job.
  mutating func close() {
    let wished = requested
    self = ShownExchange()
    self.requested = wished
  }

  /// Sets the data of the job.
  ///
  /// - Returns: The index of the attempt to select, or nil if the job has no attempt. A requested
  /// attempt has precedence. Otherwise, the selected attempt stays selected. If this was the newest
  /// attempt, the attempt that is newest now is selected.
  mutating func take(_ job: Job, _ request: PreparedRequest, _ attempts: [Attempt]) -> Int? {
    let wasNewest = chosen.map { $0 == self.attempts.count - 1 } ?? true
    let asked = requested ?? (wasNewest ? nil : attempt?.id)
    (self.job, self.request, self.attempts, requested) = (job, request, attempts, nil)
    return asked.flatMap { asked in attempts.firstIndex { $0.id == asked } }
      ?? attempts.indices.last
  }

  mutating func choose(_ place: Int?) {
    chosen = place
    if let attempt, attempt.result != nil, attempt.id == attempts.last?.id {
      arrived = ArrivingResponses.Part()
    }
  }

  /// Updates the job.
  ///
  /// - Returns: Whether the state or the attempts of the job changed. The exchange must then be
  /// loaded again.
  mutating func change(to update: Job) -> Bool {
    let before = job
    job = update
    if update.state.word != .running { (progress, arrived.bytes) = (nil, nil) }
    return before?.state.word != update.state.word || before?.attempts != update.attempts
  }

  mutating func progressed(_ update: TransferProgress) { progress = update }
  mutating func arrived(_ part: ArrivingResponses.Part?) {
    arrived = part ?? ArrivingResponses.Part()
  }

  /// The status description of the catalog. Nil if there is none or if it equals the reason phrase.
  var statusWords: String? {
    // For a job that failed despite a 2xx status, a description of that status would be misleading.
    if job?.state.word == .failed, let head, (200..<300).contains(head.status) { return nil }
    guard let meaning, let head, head.status == meaning.status, !meaning.text.isEmpty,
      meaning.text.lowercased() != head.reason.lowercased()
    else { return nil }
    return meaning.text
  }

  /// The suggested file name, made safe. The name comes from Content-Disposition. If that header is
  /// missing, it is the last part of the URL, which may have no suffix.
  var fileName: SafeFileName {
    SafeFileName(
      contentDisposition: head?.fields.first("Content-Disposition"),
      url: attempt?.displayURL ?? "")
  }
}
