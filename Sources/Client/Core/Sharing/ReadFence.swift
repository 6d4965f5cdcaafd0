import ClientModel

/// Prevents older states of jobs from replacing newer ones.
///
/// The store works in order, but its results may arrive in any order. Each read or change is
/// numbered at its start. Jobs that are published before its end are newer than its result, and are
/// read again.
struct ReadFence: Sendable {
  private var published: [Int: Set<JobID>] = [:]
  private var last = 0

  /// Starts a read or a change.
  mutating func begin() -> Int {
    last += 1
    published[last] = []
    return last
  }

  /// Records that these jobs are published. Results in progress may be older.
  ///
  /// - Parameter response: The number of the result that contains the jobs. It is not older than
  ///   itself.
  mutating func publish(_ jobs: some Sequence<JobID>, except response: Int? = nil) {
    for number in published.keys where number != response { published[number]?.formUnion(jobs) }
  }

  /// Ends a read or a change.
  ///
  /// - Returns: The jobs that were published since its start.
  @discardableResult
  mutating func end(_ number: Int) -> Set<JobID> { published.removeValue(forKey: number) ?? [] }
}
