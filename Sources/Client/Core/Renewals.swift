import ClientModel

/// The renewals of credentials in this process. Each gateway has at most one renewal at a time,
/// even if many jobs need it.
///
///     401 ──► waiting ──► asking ──► renewed: all waiting runs are sent again
///                            └──► failed: all waiting runs fail
struct Renewals: Sendable {
  /// The state of a run in a renewal.
  indirect enum RunState: Sendable {
    case none
    /// The run is sending the renewal request. The payload is the request to send afterwards.
    case asking(for: PreparedRequest)
    /// The credentials were renewed. If the server rejects them again, the job fails.
    case renewed
  }

  /// The renewal of one run.
  struct Progress: Sendable {
    var state = RunState.none
    /// The gateway's number of completed renewals when the run was sent.
    var count = 0
  }

  /// The new tokens. They are only in memory, so other processes must renew again, and so must this
  /// program after a restart.
  var tokens: [LaneKey: Secret] = [:]
  /// The number of completed renewals of each gateway. If a run was sent before the last renewal,
  /// it is sent again without another renewal.
  var count: [LaneKey: Int] = [:]
  /// The refused attempts. They keep their slots until the renewal has ended.
  var waiting: [LaneKey: [AttemptID]] = [:]
  var underWay: Set<LaneKey> = []
}
