import ClientModel

/// Which jobs were told of while something else about them was on its way here.
///
/// The store does one thing after the other, but its answers may come in any order: what it did first must
/// not be taken over last.
struct NewsOrder {
  private var meanwhile: [Int: Set<JobID>] = [:]
  private var last = 0

  /// Begins to wait for an answer of the store.
  mutating func begin() -> Int {
    last += 1
    meanwhile[last] = []
    return last
  }

  /// These jobs are told of: what is still on its way may be older.
  ///
  /// - Parameter answer: The answer that tells of them: it is not older than itself.
  mutating func tell(_ jobs: some Sequence<JobID>, but answer: Int? = nil) {
    for number in meanwhile.keys where number != answer { meanwhile[number]?.formUnion(jobs) }
  }

  /// The answer has come, or will not. Returns what was told of since it was begun.
  @discardableResult
  mutating func end(_ number: Int) -> Set<JobID> { meanwhile.removeValue(forKey: number) ?? [] }
}
