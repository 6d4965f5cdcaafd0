import ClientModel
import Synchronization

/// Counts the operations that use the database, so that it is not closed during one of them. A
/// SQLite call on a closed connection crashes the process.
final class UseCount: Sendable {
  private struct State {
    var users = 0
    var isClosed = false
    var closer: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Registers the start of an operation. `leave` must be called at its end.
  ///
  /// - Throws: `storage` if the store is closed.
  func enter() throws(Failure) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.users += 1 }
      return state.isClosed
    }
    guard isClosed else { return }
    throw Failure(
      .storage, what: "The store was not accessed.", why: "It is closed because Weir is quitting.",
      whatToDo: "Start Weir again.")
  }

  func leave() {
    state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.users -= 1
      guard state.users == 0 else { return nil }
      defer { state.closer = nil }
      return state.closer
    }?.resume()
  }

  /// Rejects new operations, and returns when the last running one has ended. It is called once.
  func close() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        state.isClosed = true
        if state.users > 0 { state.closer = continuation }
        return state.users == 0
      }
      if isEmpty { continuation.resume() }
    }
  }
}
