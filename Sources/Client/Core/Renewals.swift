import ClientModel

/// The renewals of authentication in this process: for each gateway at most one at a time, whatever
/// number of jobs needs it.
///
///     401 ──► waiting ──► asking (the named request goes out) ──► sent again, with all that wait
///                            └──► failed: so do all that wait
struct Renewals: Sendable {
  /// Where a run stands in this.
  indirect enum Standing: Sendable {
    case none
    /// It sends the named request; this is what it sends after that.
    case asking(for: PreparedRequest)
    /// It was renewed; a second time is a failure.
    case renewed
  }

  /// The renewal of one run.
  struct Progress: Sendable {
    var standing = Standing.none
    /// How often its gateway had been renewed when the run was sent.
    var count = 0
  }

  /// A refused run. It occupies its slot until the renewal has ended.
  struct Waiting: Sendable {
    let attempt: AttemptID
    let result: AttemptResult
  }

  /// New tokens are in memory only: another process, or the next start, renews for itself.
  var tokens: [LaneKey: Secret] = [:]
  /// How often a gateway was renewed: a run that left before the last time is just sent again.
  var count: [LaneKey: Int] = [:]
  var waiting: [LaneKey: [Waiting]] = [:]
  var underWay: Set<LaneKey> = []
}
