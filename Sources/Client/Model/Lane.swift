/// Names a lane: one per workspace and gateway; a request without a gateway goes by its origin.
public struct LaneKey: Hashable, Sendable {
  /// The workspace's folder; empty for the scratch workspace.
  public var workspace: String
  /// The gateway's name, or the origin's text: what the user sees and types.
  public var name: String

  /// The gateway; nil for the lane of an origin, whose text no gateway's name can be.
  public var gateway: String? { name.contains(bytes: "://") ? nil : name }

  /// Creates a key; without a workspace it is that of the scratch workspace.
  public init(workspace: String = "", name: String) {
    self.workspace = workspace
    self.name = name
  }
}

extension LaneKey {
  /// Stands for the lanes that do not exist yet: a store makes each new lane with the pause of this one. No
  /// job is in it, and no workspace has this folder.
  public static let future = LaneKey(workspace: "*", name: "*")
}

/// A named queue with its own limit, rate and pause switch.
public struct Lane: Hashable, Sendable {
  /// Whether and why a lane is paused.
  public enum Pause: UInt8, Hashable, Sendable {
    /// The lane is active.
    case none
    /// The user said so; only the user lifts it.
    case byUser
    /// A queue runner ended with work left; lifted by `queue run` as well.
    case byRestart
    /// The server of a gateway with `PauseRule.offline` cannot be reached; lifted by the queue runner once it
    /// can be reached again.
    case offline
  }

  /// The key of the lane.
  public var key: LaneKey
  /// Whether and why the lane is paused.
  public var pause: Pause
  /// How many jobs may run at once; 1 or more.
  public var limit: Int
  /// Starts per second, or nil for no limit.
  public var rate: Double?
  /// Set by a server's `Retry-After`: no job starts before this time.
  public var heldUntil: Timestamp?

  /// Creates a lane; by default it is active, with 2 slots and without a rate limit.
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

  /// True when no queued job of the lane starts.
  public var isPaused: Bool { pause != .none }
}
