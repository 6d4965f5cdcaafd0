/// The key of a lane. There is one lane per workspace and gateway. A request without a gateway uses
/// the lane of its origin.
public struct LaneKey: Hashable, Sendable {
  /// The identity of the workspace: its id if the user trusted the folder with it, else the path of
  /// the folder. An empty string for the scratch workspace.
  public var workspace: String
  /// The name of the gateway, or the text of the origin. The user sees and types this name.
  public var name: String

  /// The name of the gateway, or nil for the lane of an origin. The name of a gateway never
  /// contains `://`.
  public var gateway: String? { name.contains(bytes: "://") ? nil : name }

  /// Creates a key. By default it is for the scratch workspace.
  public init(workspace: String = "", name: String) {
    self.workspace = workspace
    self.name = name
  }
}

extension LaneKey {
  /// The key of a placeholder for lanes that do not exist yet. A store creates each new lane with
  /// the pause of the placeholder. The placeholder contains no jobs, and no workspace has this
  /// identity.
  public static let future = LaneKey(workspace: "*", name: "*")
}

/// A named queue with its own limit, rate and pause switch.
public struct Lane: Hashable, Sendable {
  /// The pause of a lane: none, or the reason for it.
  public enum Pause: UInt8, Hashable, Sendable {
    /// The lane is active.
    case none
    /// The user paused the lane. Only the user can resume it.
    case byUser
    /// A queue runner ended with unfinished jobs. The user or `queue run` can resume the lane.
    case byRestart
    /// The server of a gateway with `PauseRule.offline` cannot be reached. The queue runner resumes
    /// the lane when the server can be reached again.
    case offline
  }

  /// The key of the lane.
  public var key: LaneKey
  /// The pause of the lane: none, or the reason for it.
  public var pause: Pause
  /// The maximum number of running jobs, at least 1.
  public var limit: Int
  /// The maximum number of starts per second, or nil for no limit.
  public var rate: Double?
  /// The time before which no job starts, set by a server's `Retry-After`, or nil for none.
  public var heldUntil: Timestamp?

  /// Creates a lane. By default it is active, with 2 slots and no rate limit.
  public init(
    key: LaneKey, pause: Pause = .none, limit: Int = 2, rate: Double? = nil,
    heldUntil: Timestamp? = nil
  ) {
    self.key = key
    self.pause = pause
    self.limit = limit
    self.rate = rate
    self.heldUntil = heldUntil
  }

  /// Whether the lane is paused. Its queued jobs then do not start.
  public var isPaused: Bool { pause != .none }
}
