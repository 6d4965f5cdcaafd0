import ClientModel

/// Prevents older states of jobs from replacing newer ones.
///
/// The store works in order, but its responses may arrive in any order. Each read or change is numbered when
/// it begins; jobs that are published before it ends are newer than its response, and are read again.
struct ReadFence: Sendable {
  private var published: [Int: Set<JobID>] = [:]
  private var last = 0

  /// Begins a read or a change.
  mutating func begin() -> Int {
    last += 1
    published[last] = []
    return last
  }

  /// Notes that these jobs are published: responses on their way may be older.
  ///
  /// - Parameter response: The one that the jobs come from; it is not older than itself.
  mutating func publish(_ jobs: some Sequence<JobID>, except response: Int? = nil) {
    for number in published.keys where number != response { published[number]?.formUnion(jobs) }
  }

  /// Ends a read or a change.
  ///
  /// - Returns: The jobs that were published since it began.
  @discardableResult
  mutating func end(_ number: Int) -> Set<JobID> { published.removeValue(forKey: number) ?? [] }
}
