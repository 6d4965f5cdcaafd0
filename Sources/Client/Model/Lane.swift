/// Identifies a lane. Each gateway of a workspace has one lane. A request that has no gateway uses
/// the lane of its origin.
public struct LaneKey: Hashable, Sendable {
  /// The identity of the workspace: its id if the user trusts the folder under this id, otherwise
  /// the path of the folder. Empty for the scratch workspace.
  public var workspace: String
  /// The name of the gateway, or the text of the origin. This is the lane name that users see and
  /// type.
  public var name: String

  /// The name of the gateway. Nil if the lane belongs to an origin. A gateway name never contains
  /// `://`.
  public var gateway: String? { name.contains(bytes: "://") ? nil : name }

  /// Creates a key. By default, the key belongs to the scratch workspace.
  public init(workspace: String = "", name: String) {
    self.workspace = workspace
    self.name = name
  }
}

extension LaneKey {
  /// Returns whether the typed name may mean this lane. The scheme of an origin may be missing.
  package func isCalled(_ text: String) -> Bool { name == text || name.ends(with: "://\(text)") }

  /// The key of a placeholder for lanes that do not exist yet. New lanes get the pause of the
  /// placeholder. It has no jobs, and no workspace has this identity.
  public static let future = LaneKey(workspace: "*", name: "*")
}

/// A named queue with a limit, a rate and a pause switch.
public struct Lane: Hashable, Sendable {
  /// The reason why a lane is paused.
  public enum Pause: UInt8, Hashable, Sendable {
    /// The lane is not paused.
    case none
    /// The user paused the lane. Only the user can resume it.
    case byUser
    /// A queue runner ended before its jobs did. The user or `queue run` can resume the lane.
    case byRestart
    /// The server of a gateway with `PauseRule.offline` cannot be reached. The queue runner resumes
    /// the lane as soon as the server can be reached.
    case offline
  }

  /// The key of the lane.
  public var key: LaneKey
  /// The reason why the lane is paused, or `none`.
  public var pause: Pause {
    didSet { if pause != oldValue { pausedSince = nil } }
  }
  /// The start of the pause. Nil if the lane is not paused or the start is unknown.
  public var pausedSince: Timestamp?
  /// The maximum number of running jobs, at least 1.
  public var limit: Int
  /// The maximum number of starts per second, or nil for no limit.
  public var rate: Double?
  /// The earliest time at which a job may start, or nil. A server's `Retry-After` sets this time.
  public var heldUntil: Timestamp?

  /// Creates a lane. By default, the lane is active and has 2 slots and no rate limit.
  public init(
    key: LaneKey, pause: Pause = .none, pausedSince: Timestamp? = nil, limit: Int = 2,
    rate: Double? = nil, heldUntil: Timestamp? = nil
  ) {
    self.key = key
    self.pause = pause
    self.pausedSince = pausedSince
    self.limit = limit
    self.rate = rate
    self.heldUntil = heldUntil
  }

  /// Whether the lane is paused. Queued jobs of a paused lane do not start.
  public var isPaused: Bool { pause != .none }

  /// Pauses the lane. A pause for the same reason continues.
  public mutating func pause(_ reason: Pause, at now: Timestamp) {
    guard reason != pause else { return }
    pause = reason
    pausedSince = now
  }
}
