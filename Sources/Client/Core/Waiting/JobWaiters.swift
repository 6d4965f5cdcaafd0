import ClientModel

struct WaiterID: Hashable, Sendable {
  fileprivate let number: Int
}

/// The tasks that wait until jobs are settled. Each task is resumed once.
///
/// A waiter is added before its jobs are read from the store, so that no end is missed in between:
///
///     add → begin (with the stored jobs) → suspend → settle or resume → remove
struct JobWaiters {
  private struct Waiter {
    /// The jobs that are not settled yet.
    var open: Set<JobID>
    /// The settled jobs. Each has the state in which it settled.
    var settled: [JobID: Job] = [:]
    var continuation: CheckedContinuation<Void, Never>?
  }

  private var waiters: [WaiterID: Waiter] = [:]
  private var waitersOf: [JobID: [WaiterID]] = [:]
  private var lastNumber = 0

  var count: Int { waiters.count }

  mutating func add(for jobs: Set<JobID>) -> WaiterID {
    lastNumber += 1
    let id = WaiterID(number: lastNumber)
    waiters[id] = Waiter(open: jobs)
    for job in jobs { waitersOf[job, default: []].append(id) }
    return id
  }

  /// Records the stored jobs of a waiter. Jobs that are not stored are ignored.
  mutating func begin(_ id: WaiterID, with present: [Job]) {
    waiters[id]?.open.formIntersection(present.map(\.id))
    for job in present where job.state.isSettled { settle(job, for: id) }
  }

  /// Returns the jobs of a waiter in their settled states. Returns nil if a job is not settled yet.
  func result(of id: WaiterID) -> [JobID: Job]? {
    guard let waiter = waiters[id], waiter.open.isEmpty else { return nil }
    return waiter.settled
  }

  mutating func suspend(_ id: WaiterID, _ continuation: CheckedContinuation<Void, Never>) {
    guard waiters[id] != nil, result(of: id) == nil else { return continuation.resume() }
    waiters[id]?.continuation = continuation
  }

  /// Resumes a waiter even if its jobs are not settled.
  mutating func resume(_ id: WaiterID) {
    let continuation = waiters[id]?.continuation
    // The continuation is removed first, because it must be resumed only once.
    waiters[id]?.continuation = nil
    continuation?.resume()
  }

  mutating func resumeAll() { for id in Array(waiters.keys) { resume(id) } }

  mutating func remove(_ id: WaiterID, waitingFor jobs: Set<JobID>) {
    waiters[id] = nil
    for job in jobs {
      waitersOf[job]?.removeAll { $0 == id }
      if waitersOf[job]?.isEmpty ?? false { waitersOf[job] = nil }
    }
  }

  /// Resumes the waiters whose last job settled with these jobs.
  mutating func settle(_ jobs: [Job]) {
    guard !waitersOf.isEmpty else { return }
    for job in jobs where job.state.isSettled {
      for id in waitersOf[job.id] ?? [] { settle(job, for: id) }
    }
  }

  private mutating func settle(_ job: Job, for id: WaiterID) {
    guard waiters[id]?.open.remove(job.id) != nil else { return }
    waiters[id]?.settled[job.id] = job
    if waiters[id]?.open.isEmpty ?? false { resume(id) }
  }
}

extension JobState {
  /// Whether the job stays in this state until the user acts.
  var isSettled: Bool {
    switch self {
    case .held(.question), .held(.missingSecret), .interrupted: true
    case .held, .waiting, .running, .polling: false
    case .succeeded, .failed, .cancelled, .skipped: true
    }
  }
}
