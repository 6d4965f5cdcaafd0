import ClientModel
import Synchronization

/// The store's result for a batch. It arrives once, on any thread, before or after the task asks
/// for it.
///
/// A separate task that waits for the store would require two wake-ups per commit.
final class PendingReceipt: Sendable {
  typealias Outcome = Result<StoreReceipt, Failure>

  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case there(Outcome)
  }

  private let state = Mutex(State.open)

  /// Sets the result. Must be called once.
  func put(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      defer { state = .there(outcome) }
      guard case .awaited(let waiting) = state else { return nil }
      return waiting
    }
    waiting?.resume(returning: outcome)
  }

  /// Waits for the result. The caller continues on its own actor.
  func outcome(isolation: isolated (any Actor)? = #isolation) async -> Outcome {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let found = state.withLock { state -> Outcome? in
        if case .there(let outcome) = state { return outcome }
        state = .awaited(continuation)
        return nil
      }
      if let found { continuation.resume(returning: found) }
    }
  }
}
