import ClientModel
import Synchronization

/// What the store answers to a batch: it comes once, on any thread, before or after it is asked for.
///
/// A task that waited for the store beside the client's own would have to be woken twice for each commit.
final class PendingReceipt: Sendable {
  typealias Answer = Result<StoreReceipt, Failure>

  private enum State {
    case open
    case awaited(CheckedContinuation<Answer, Never>)
    case there(Answer)
  }

  private let state = Mutex(State.open)

  /// Called once.
  func put(_ answer: Answer) {
    let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      defer { state = .there(answer) }
      guard case .awaited(let waiting) = state else { return nil }
      return waiting
    }
    waiting?.resume(returning: answer)
  }

  /// For one who waits; it goes on where it was.
  func answer(isolation: isolated (any Actor)? = #isolation) async -> Answer {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let found = state.withLock { state -> Answer? in
        if case .there(let answer) = state { return answer }
        state = .awaited(continuation)
        return nil
      }
      if let found { continuation.resume(returning: found) }
    }
  }
}
