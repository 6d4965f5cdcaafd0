package import ClientModel

/// The running jobs of a lane and the durations of recently ended jobs.
package struct LaneActivity: Hashable, Sendable {
  /// A job that uses a slot of the lane.
  package struct Running: Hashable, Sendable {
    package let start: Timestamp
    /// The route of the job. Nil if it is unknown.
    package let route: Route?

    package init(_ job: Job) { (start, route) = (job.since, Route(job)) }

    init(start: Timestamp) { (self.start, route) = (start, nil) }
  }

  private struct Ended: Hashable {
    let duration: Duration
    let route: Route?
  }

  /// The recently ended jobs, oldest first.
  private var ended: [Ended]
  package var running: [Running]

  /// The end and the id of the job that was added last.
  private var lastEnd: Timestamp?
  private var lastJob = JobID(0)

  /// The maximum number of durations.
  private static let most = 32
  /// The number of durations that a route needs, so that they are used without those of other
  /// routes.
  private static let fewest = 3

  /// Creates an activity of jobs whose routes are unknown.
  package init(durations: [Duration] = [], running: [Timestamp] = []) {
    ended = durations.suffix(Self.most).map { Ended(duration: $0, route: nil) }
    self.running = running.map(Running.init(start:))
  }

  /// The durations of recently ended jobs, oldest first.
  package var durations: [Duration] { ended.map(\.duration) }

  /// Returns the durations of the recently ended jobs of a route. Returns nil if there are too few.
  func durations(of route: Route?) -> [Duration]? {
    guard let route else { return nil }
    let durations = ended.filter { $0.route == route }.map(\.duration)
    return durations.count < Self.fewest ? nil : durations
  }

  /// Adds the duration of a job that has just ended. Does nothing if this job or a later one was
  /// already added, because several events may contain the same job.
  package mutating func add(_ job: Job) {
    guard let duration = job.elapsed,
      (job.since, job.id) > (lastEnd ?? Timestamp(milliseconds: .min), lastJob)
    else { return }
    (lastEnd, lastJob) = (job.since, job.id)
    if ended.count == Self.most { ended.removeFirst() }
    ended.append(Ended(duration: duration, route: Route(job)))
  }

  /// The median of the durations. Nil if there are no durations.
  package var median: Duration? {
    ended.isEmpty ? nil : durations.sorted()[ended.count / 2]
  }
}

/// The method and the path of a job. Parts of the path that contain a digit are left out, because
/// they are often identifiers.
package struct Route: Hashable, Sendable {
  private let method: HTTPMethod
  private let path: [String]

  init(_ job: Job) {
    method = job.method
    let url = job.displayURL
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    path = url[..<(end ?? url.endIndex)].pieces(at: "/").map { part in
      part.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? "" : String(part)
    }
  }
}
