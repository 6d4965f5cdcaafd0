import CMosquitto
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The orders to a broker's thread, in order of arrival.
final class BrokerInbox: Sendable {
  enum Message: Sendable {
    case connect
    case subscribe([TopicFilter], QualityOfService)
    case unsubscribe([TopicFilter])
    case publish(BrokerMessage, PublicationID, due: ContinuousClock.Instant)
    case disconnect
  }

  private let orders = Mutex<[Message]>([])
  /// An eventfd that is readable while there are orders, or -1 if the process has no free
  /// descriptor. Without an eventfd, the thread checks for orders ten times a second.
  let bell = cmosquitto_make_bell()

  deinit { if bell >= 0 { close(bell) } }

  func put(_ order: Message) {
    orders.withLock { orders in
      orders.append(order)
      guard orders.count == 1, bell >= 0 else { return }
      cmosquitto_ring(bell)
    }
  }

  /// Removes and returns all orders.
  func take() -> [Message] {
    orders.withLock { orders in
      guard !orders.isEmpty else { return [] }
      if bell >= 0 { cmosquitto_silence(bell) }
      defer { orders = [] }
      return orders
    }
  }
}
