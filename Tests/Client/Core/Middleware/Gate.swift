import Synchronization

/// Where stages of a test wait until the test lets them go on; records the order of what happened.
final class Gate: Sendable {
  private struct State {
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var open: Set<String> = []
    var log: [String] = []
  }

  private let state = Mutex(State())

  var log: [String] { state.withLock { $0.log } }

  func note(_ word: String) { state.withLock { $0.log.append(word) } }

  func isWaiting(_ name: String) -> Bool { state.withLock { $0.waiting[name] != nil } }

  /// Returns once `open` was called with that name.
  func pass(_ name: String) async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.open.contains(name) { return true }
        state.waiting[name] = continuation
        return false
      }
      if isOpen { continuation.resume() }
    }
  }

  func open(_ name: String) {
    let continuation = state.withLock { state in
      state.open.insert(name)
      return state.waiting.removeValue(forKey: name)
    }
    continuation?.resume()
  }
}
