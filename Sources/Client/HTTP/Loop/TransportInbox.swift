import CCurl
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The orders to the transport's thread, in order of arrival.
final class TransportInbox: Sendable {
  enum Message: Sendable {
    case begin([OutgoingAttempt])
    case cancel([AttemptID])
    case pool(ConnectionPool)
    /// A body file was synced. The error is zero or the system's error number.
    case synced(AttemptID, error: Int32)
    case signed(AttemptID, Result<WireRequest, Failure>)
    case shutDown
  }

  /// The handle that wakes the thread. It is sendable, because any thread may wake a libcurl poll,
  /// and the mutex prevents the handle from being freed during the call.
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
      // Only the first order wakes the thread, because the thread takes all orders together.
      if state.orders.count == 1 { state.bell?.ring() }
    }
  }

  /// Removes and returns all orders.
  func take() -> [Message] {
    state.withLock { state in
      guard !state.orders.isEmpty else { return [] }
      let orders = state.orders
      state.orders = []
      return orders
    }
  }

  /// Sets the handle that wakes the thread. It must be set to nil before the handle is freed.
  func ring(_ bell: WakeHandle?) { state.withLock { $0.bell = bell } }

  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

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
