import ClientModel
import Synchronization

/// The store's result for a batch: it comes once, on any thread, before or after it is asked for.
///
/// A task that waited for the store beside the client's own would have to be woken twice for each commit.
final class PendingReceipt: Sendable {
  typealias Outcome = Result<StoreReceipt, Failure>

  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case there(Outcome)
  }

  private let state = Mutex(State.open)

  /// Called once.
  func put(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      defer { state = .there(outcome) }
      guard case .awaited(let waiting) = state else { return nil }
      return waiting
    }
    waiting?.resume(returning: outcome)
  }

  /// For one who waits; it goes on where it was.
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
