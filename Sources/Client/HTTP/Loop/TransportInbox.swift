import CCurl
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The orders of other threads to the transport's thread, in their order of arrival.
final class TransportInbox: Sendable {
  enum Message: Sendable {
    case begin([OutgoingAttempt])
    case cancel([AttemptID])
    case pool(ConnectionPool)
    /// A body file was synced to disk, with zero or the system's error number.
    case synced(AttemptID, error: Int32)
    case signed(AttemptID, Result<WireRequest, Failure>)
    case shutDown
  }

  /// The handle that wakes the thread. libcurl allows any thread to wake a poll, and the mutex
  /// around the bell prevents the handle from being freed in the meantime.
  enum WakeHandle: @unchecked Sendable {
    case multi(OpaquePointer)
    case descriptor(Int32)

    func ring() {
      switch self {
      case .multi(let multi): ccurl_multi_wakeup(multi)
      case .descriptor(let file):
        var one: UInt8 = 1
        _ = write(file, &one, 1)
      }
    }
  }

  private struct State: Sendable {
    var orders: [Message] = []
    var bell: WakeHandle?
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Adds an order and wakes the thread if it may be waiting.
  func put(_ order: Message) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.orders.append(order)
      // One wake-up is enough for all orders, because the thread takes all of them at once.
      if state.orders.count == 1 { state.bell?.ring() }
    }
  }

  /// Removes and returns the orders added since the last call.
  func take() -> [Message] {
    state.withLock { state in
      guard !state.orders.isEmpty else { return [] }
      let orders = state.orders
      state.orders = []
      return orders
    }
  }

  /// Sets the bell that wakes the thread. It is set to nil before its target is freed.
  func ring(_ bell: WakeHandle?) { state.withLock { $0.bell = bell } }

  /// Records that the thread has ended.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns after the thread has ended.
  func closed() async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.waiters.append(continuation) }
        return state.isClosed
      }
      if isClosed { continuation.resume() }
    }
  }
}
