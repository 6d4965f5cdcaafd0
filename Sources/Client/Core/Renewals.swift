import ClientModel

/// The renewals of authentication in this process. Each gateway has at most one at a time,
/// regardless of the number of jobs that need it.
///
///     401 ──► waiting ──► asking ──► renewed: all waiting runs are sent again
///                            └──► failed: all waiting runs fail
struct Renewals: Sendable {
  /// The state of a run in a renewal.
  indirect enum RunState: Sendable {
    case none
    /// The run is sending the renewal request. Afterwards, it sends the request in the payload.
    case asking(for: PreparedRequest)
    /// The authentication was renewed. A further refusal is a failure.
    case renewed
  }

  /// The renewal of one run.
  struct Progress: Sendable {
    var state = RunState.none
    /// The number of completed renewals of the gateway at the time when the run was sent.
    var count = 0
  }

  /// The new tokens. They are only in memory, so another process, or this program after a restart,
  /// must renew again.
  var tokens: [LaneKey: Secret] = [:]
  /// The number of completed renewals per gateway. A run that was sent before the last renewal is
  /// sent again without another renewal.
  var count: [LaneKey: Int] = [:]
  /// The refused attempts. They occupy their slots until the renewal has ended.
  var waiting: [LaneKey: [AttemptID]] = [:]
  var underWay: Set<LaneKey> = []
}
