import ClientModel

/// The stages of an attempt, and their progress with its response.
struct StageProgress {
  /// The processing of a response before its run ends.
  indirect enum Work: Sendable {
    case none
    /// The stages are processing the response.
    case stages(Verdict, then: AttemptPipeline.AfterStages)
    /// The assertions are being checked against the response.
    case checking(AttemptResult, Checked)
  }

  /// The end of a run whose response is being checked.
  struct Checked: Sendable {
    let next: JobState
    let remote: RemoteChange
  }

  /// The stages, set when the attempt is sent, or nil if it has none.
  var middleware: Middleware?
  /// The notes of the stages before the transport.
  var notes: [StageNote] = []
  /// The body that the gateway's program created for the current attempt, or nil to send the
  /// request's body.
  var transformedBody: [UInt8]?
  var work = Work.none
  var task: Task<Void, Never>?
  /// The attempt whose response has passed its processors.
  var processed: AttemptID?
  /// The failure if a processor refused the response.
  var refusal: Failure?

  /// Removes the data of the attempt that has ended.
  mutating func clear() {
    middleware = nil
    notes = []
    transformedBody = nil
    refusal = nil
  }
}
