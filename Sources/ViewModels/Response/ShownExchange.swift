package import ClientModel
import ClientPipeline
import ReadingValues

/// The displayed job, its attempts and the selected attempt.
///
///     nothing ──open──► opened ──take──► job, request, attempts ──choose──► one attempt
///                          └──began, grew──► head and bytes of a body that is arriving
package struct ShownExchange: Equatable, Sendable {
  /// The job to show. Its data may not be loaded yet.
  package private(set) var opened: JobID?
  package private(set) var job: Job?
  package private(set) var request: PreparedRequest?
  /// The attempts of the job, oldest first, including redirects.
  package private(set) var attempts: [Attempt] = []
  /// The attempt to select when the job is loaded.
  private var requested: AttemptID?
  /// The index of the selected attempt, or nil if there is none.
  package private(set) var chosen: Int?
  package private(set) var progress: TransferProgress?
  /// The received part of an incomplete response.
  private var arrived = ArrivingResponses.Part()
  /// The meaning of the status according to the catalog of the request's endpoint.
  var meaning: StatusMeaning?

  var isRunning: Bool { job?.state.word == .running }

  package var attempt: Attempt? { chosen.map { attempts[$0] } }

  /// The head of the selected attempt, or of the response that is arriving.
  package var head: ResponseHead? { attempt?.result?.head ?? arrived.head }

  /// The JSON Pointer of the data in the body, or an empty string if the body is the data.
  var dataRoot: String { attempt?.result?.processing?.root ?? "" }

  /// The body that is arriving.
  var arriving: DocumentSource? { arrived.bytes.map { .arriving($0) } }

  /// The arriving body and its media type, if the newest attempt is selected. Data may arrive
  /// before the job is known to be running; it is then shown when the running state is reported.
  var shownArriving: (source: DocumentSource, mediaType: String?)? {
    guard isRunning, let arriving, chosen == nil || chosen == attempts.count - 1 else { return nil }
    return (arriving, arrived.head?.mediaType)
  }

  /// Selects this attempt, instead of the last one, for the next opening of its job.
  mutating func select(_ exchange: AttemptID) { requested = exchange }

  mutating func open(_ job: JobID) {
    let wished = requested?.job == job ? requested : nil
    self = ShownExchange()
    (opened, self.requested) = (job, wished)
  }

  /// Closes the job. A requested attempt still waits for its job.
  mutating func close() {
    let wished = requested
    self = ShownExchange()
    self.requested = wished
  }

  /// Sets the data of the job. Selects the requested attempt if there is one. Otherwise keeps the
  /// selected attempt, or selects the newest attempt if the newest was selected before.
  ///
  /// - Returns: The index of the attempt to select.
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
  /// - Returns: Whether the exchange must be loaded again, because the state or the attempts of the
  ///   job changed.
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

  /// The catalog's description of the status, or nil if there is none or if it equals the server's
  /// reason phrase.
  var statusWords: String? {
    // A job can fail because of an error that its server reports within a successful response.
    if job?.state.word == .failed, let head, (200..<300).contains(head.status) { return nil }
    guard let meaning, let head, head.status == meaning.status, !meaning.text.isEmpty,
      meaning.text.lowercased() != head.reason.lowercased()
    else { return nil }
    return meaning.text
  }

  /// The safe form of the file name that the response suggests: from its Content-Disposition, or
  /// else the last part of the URL, which may lack a suffix.
  var fileName: SafeFileName {
    SafeFileName(
      contentDisposition: head?.fields.first("Content-Disposition"),
      url: attempt?.displayURL ?? "")
  }
}
