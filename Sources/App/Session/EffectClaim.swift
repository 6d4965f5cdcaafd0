import ClientModel
import ViewModels

/// The claim of an effect on an area. Its access determines which effects on the area wait for each
/// other.
struct EffectClaim: Hashable, Sendable {
  enum Access: Hashable, Sendable {
    /// The effect waits for earlier changes, and later changes wait for the effect.
    case reads
    /// The effect waits for earlier changes, but later changes do not wait for the effect. This
    /// access is for effects that begin with a state and continue for long: jobs use the state of a
    /// lane at the time they are committed.
    case follows
    /// The effect waits for earlier reads and changes, and later effects on the area wait for the
    /// effect.
    case changes
  }

  enum Area: Hashable, Sendable {
    /// Files, environment, trust and gateways. Requests are prepared with them.
    case workspace
    case lanes, jobs
    /// The sequence in which queued jobs get their numbers.
    case queuedJobs
    /// The sequence of immediate jobs, which bypass the queue.
    case immediateJobs
    /// The batch that waits for the user's confirmation.
    case preparedBatch
    case jobWindow, rowWindow, openRequest
    case unsavedRequest, filterHistory, cookies, cache, sharedValues, history, folderListing
    case document, catalogs
  }

  /// The part of an area.
  enum Part: Hashable, Sendable {
    case all
    case lane(LaneKey)
    case job(JobID)
  }

  let access: Access
  let area: Area
  var part = Part.all

  static func reads(_ area: Area, _ part: Part = .all) -> EffectClaim {
    EffectClaim(access: .reads, area: area, part: part)
  }
  static func follows(_ area: Area, _ part: Part = .all) -> EffectClaim {
    EffectClaim(access: .follows, area: area, part: part)
  }
  static func changes(_ area: Area, _ part: Part = .all) -> EffectClaim {
    EffectClaim(access: .changes, area: area, part: part)
  }

  /// Returns whether an effect with this claim waits for an earlier effect with the other claim.
  func waits(for earlier: EffectClaim) -> Bool {
    guard area == earlier.area, part == earlier.part || part == .all || earlier.part == .all
    else { return false }
    switch (access, earlier.access) {
    case (_, .changes), (.changes, .reads): return true
    case (.reads, _), (.follows, _), (.changes, .follows): return false
    }
  }
}
