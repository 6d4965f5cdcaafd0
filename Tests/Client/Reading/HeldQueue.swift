import Foundation
import Synchronization

/// Holds jobs until it is opened.
final class HeldQueue: SerialExecutor {
  private struct State {
    var held: [UnownedJob] = []
    var isOpen = false
    var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "screen")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isOpen, waiter) = state.withLock { state in
      if !state.isOpen { state.held.append(job) }
      guard let waiter = state.waiter, state.held.count >= waiter.count else {
        return (state.isOpen, CheckedContinuation<Void, Never>?.none)
      }
      state.waiter = nil
      return (state.isOpen, waiter.continuation)
    }
    if isOpen { run(job) }
    waiter?.resume()
  }

  /// Runs what was held, and everything that follows.
  func open() {
    let jobs = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for job in jobs { run(job) }
  }

  /// Waits until so many jobs are held.
  func waitForJobs(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.held.count < count { state.waiter = (count, continuation) }
        return state.held.count >= count
      }
      if isThere { continuation.resume() }
    }
  }

  private func run(_ job: UnownedJob) {
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
