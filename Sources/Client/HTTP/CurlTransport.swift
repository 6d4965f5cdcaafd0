import CCurl
public import ClientCore
public import ClientModel
import Synchronization

/// Sends attempts over HTTP with libcurl, on one thread of its own.
///
/// Making one costs nothing: its thread begins with the first order, and opens the library unless
/// `openLibrary` did. It sends each attempt once, follows no redirect, and repeats nothing that must not be
/// repeated (reliability.md, F1 and F3).
public final class CurlTransport: Transport {
  public let events: AsyncStream<[TransportEvent]>
  private let news: AsyncStream<[TransportEvent]>.Continuation
  private let inbox = TransportInbox()
  private let userAgent: String
  private let hasThread = Mutex(false)
  public let capacity = DescriptorBudget.ofProcess().transfers

  /// - Parameter userAgent: What `User-Agent` says unless a request says otherwise.
  public init(userAgent: String = "weir/0.1") {
    self.userAgent = userAgent
    (events, news) = AsyncStream.makeStream(
      of: [TransportEvent].self, bufferingPolicy: .unbounded)
  }

  deinit { inbox.put(.shutDown) }

  /// Begins to open libcurl now, on a thread of its own, instead of at the first order. It brings some
  /// thirty libraries along, and until they are there no other thread can be made. What has begun does not
  /// begin again; without a thread to spare, the first order opens it.
  public static func openLibrary() { ccurl_begin_to_prepare() }

  /// The first order does this by itself.
  package func startThread() {
    hasThread.withLock { hasThread in
      guard !hasThread else { return }
      hasThread = true
      let (inbox, news, userAgent) = (inbox, news, userAgent)
      let started = OwnThread.start {
        if ccurl_prepare() == 0 {
          TransferLoop(inbox: inbox, events: news, userAgent: userAgent).run()
        } else {
          RefusalLoop(inbox: inbox, events: news).run()
        }
        news.finish()
        inbox.close()
      }
      precondition(started, "The system refused the transport's thread.")
    }
  }

  public func begin(_ attempts: [OutgoingAttempt]) {
    startThread()
    inbox.put(.begin(attempts))
  }

  public func use(_ pool: ConnectionPool) { inbox.put(.pool(pool)) }

  public func cancel(_ attempts: [AttemptID]) { inbox.put(.cancel(attempts)) }

  public func shutDown() async {
    let isThreadless = hasThread.withLock { hasThread in
      defer { hasThread = true }
      return !hasThread
    }
    if isThreadless {
      news.finish()
      return inbox.close()
    }
    inbox.put(.shutDown)
    await inbox.closed()
  }
}
