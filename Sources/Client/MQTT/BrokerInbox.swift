import CMosquitto
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// What other threads ask of a broker's thread, in order.
final class BrokerInbox: Sendable {
  enum Order: Sendable {
    case connect
    case subscribe([TopicFilter], QualityOfService)
    case unsubscribe([TopicFilter])
    case publish(BrokerMessage, PublicationID, due: ContinuousClock.Instant)
    case disconnect
  }

  private let orders = Mutex<[Order]>([])
  /// An eventfd that is readable while there are orders; -1 when the process has no descriptor left, and the
  /// thread then looks every tenth of a second.
  let bell = cmosquitto_make_bell()

  deinit { if bell >= 0 { close(bell) } }

  func put(_ order: Order) {
    orders.withLock { orders in
      orders.append(order)
      guard orders.count == 1, bell >= 0 else { return }
      cmosquitto_ring(bell)
    }
  }

  /// Everything asked since the last call.
  func take() -> [Order] {
    orders.withLock { orders in
      guard !orders.isEmpty else { return [] }
      if bell >= 0 { cmosquitto_silence(bell) }
      defer { orders = [] }
      return orders
    }
  }
}
