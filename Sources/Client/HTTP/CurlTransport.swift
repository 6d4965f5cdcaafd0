import CCurl
public import ClientCore
public import ClientModel
import Synchronization

/// A transport that sends attempts over HTTP with libcurl, on its own thread.
///
/// A transport is cheap to create. The first attempt starts the thread, which loads libcurl unless
/// `openLibrary` did so. The transport sends each attempt once and does not follow redirects. By
/// default, libcurl resends a request if a reused connection closes without a response; the
/// transport prevents this.
public final class CurlTransport: Transport {
  public let events: AsyncStream<[TransportEvent]>
  private let publisher: AsyncStream<[TransportEvent]>.Continuation
  private let inbox = TransportInbox()
  private let userAgent: String
  private let hasThread = Mutex(false)
  /// The threads for connection probes. A probe may block until its deadline, so it does not use
  /// the transport's thread.
  private let probes = ThreadPool(of: 2)
  public let capacity = DescriptorBudget.ofProcess().transfers

  /// Creates a transport. Its thread is started later.
  ///
  /// - Parameter userAgent: The value of `User-Agent` in requests that do not set it.
  public init(userAgent: String = "weir/\(WeirVersion.text)") {
    self.userAgent = userAgent
    (events, publisher) = AsyncStream.makeStream(
      of: [TransportEvent].self, bufferingPolicy: .unbounded)
  }

  deinit { inbox.put(.shutDown) }

  /// Starts loading libcurl on a separate thread, so that the first attempt need not wait. libcurl
  /// depends on about thirty libraries, and no thread can be created while they load. Further calls
  /// do nothing. If the loading thread cannot be created, the first attempt loads libcurl.
  public static func openLibrary() { ccurl_begin_to_prepare() }

  /// Starts the transport's thread. Does nothing if the thread is running. The first attempt calls
  /// this function too.
  package func startThread() {
    hasThread.withLock { hasThread in
      guard !hasThread else { return }
      hasThread = true
      let (inbox, publisher, userAgent) = (inbox, publisher, userAgent)
      let started = OwnThread.start {
        if ccurl_prepare() == 0 {
          TransferLoop(inbox: inbox, events: publisher, userAgent: userAgent).run()
        } else {
          RefusalLoop(inbox: inbox, events: publisher).run()
        }
        publisher.finish()
        inbox.close()
      }
      precondition(started, "The transport's thread could not be started.")
    }
  }

  public func begin(_ attempts: [OutgoingAttempt]) {
    startThread()
    inbox.put(.begin(attempts))
  }

  public func use(_ pool: ConnectionPool) { inbox.put(.pool(pool)) }

  public func connects(for request: WireRequest) async -> Bool {
    let probe = ConnectionProbe(request: request, userAgent: userAgent)
    return await probes.run { probe.connects() }
  }

  public func cancel(_ attempts: [AttemptID]) { inbox.put(.cancel(attempts)) }

  public func shutDown() async {
    let isThreadless = hasThread.withLock { hasThread in
      defer { hasThread = true }
      return !hasThread
    }
    if isThreadless {
      publisher.finish()
      return inbox.close()
    }
    inbox.put(.shutDown)
    await inbox.closed()
  }
}
