import ClientModel

/// The stages of an attempt, and how far they are with its response.
struct StageProgress {
  /// The processing of a response before its run ends.
  indirect enum Work: Sendable {
    case none
    /// The stages read the response.
    case stages(AttemptResult, then: AttemptPipeline.AfterStages)
    /// The assertions are checked against the response.
    case checking(AttemptResult, Checked)
  }

  /// The end of a run whose response is being checked.
  struct Checked: Sendable {
    let next: JobState
    let remote: RemoteChange
  }

  /// Found when the attempt is sent; nil if it has no stages.
  var middleware: Middleware?
  /// What the stages before the transport did.
  var notes: [StageNote] = []
  /// The body that the gateway's program made for the current attempt; nil sends that of the request.
  var transformedBody: [UInt8]?
  var work = Work.none
  var task: Task<Void, Never>?
  /// The attempt whose response has been through its processors.
  var processed: AttemptID?
  /// Why a processor refused the response.
  var refusal: Failure?

  /// Removes what belongs to the attempt that has ended.
  mutating func clear() {
    middleware = nil
    notes = []
    transformedBody = nil
    refusal = nil
  }
}
