import CCurl
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// What other threads ask of the transport's thread, in order.
final class TransportInbox: Sendable {
  enum Order: Sendable {
    case begin([OutgoingAttempt])
    case cancel([AttemptID])
    case pool(ConnectionPool)
    /// A body file reached the disk, or did not: zero or the system's error number.
    case synced(AttemptID, error: Int32)
    case signed(AttemptID, Result<WireRequest, Failure>)
    case shutDown
  }

  /// Wakes the thread. libcurl allows waking a poll from any thread, and the mutex around it prevents
  /// the handle from being freed meanwhile.
  enum Bell: @unchecked Sendable {
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
    var orders: [Order] = []
    var bell: Bell?
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Adds an order and wakes the thread when it may be asleep.
  func put(_ order: Order) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.orders.append(order)
      // One wake-up serves all orders: the thread takes them at once.
      if state.orders.count == 1 { state.bell?.ring() }
    }
  }

  /// Everything asked since the last call.
  func take() -> [Order] {
    state.withLock { state in
      guard !state.orders.isEmpty else { return [] }
      let orders = state.orders
      state.orders = []
      return orders
    }
  }

  /// Names what is to be woken; nil before it is freed.
  func ring(_ bell: Bell?) { state.withLock { $0.bell = bell } }

  /// Says that the thread is gone.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when the thread is gone.
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
