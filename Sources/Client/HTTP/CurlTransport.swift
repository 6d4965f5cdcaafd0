public import ClientCore
public import ClientModel

/// Sends attempts over HTTP with libcurl, on one thread of its own.
///
/// Making one costs nothing: the thread prepares the library. It sends each attempt once, follows no
/// redirect, and repeats nothing that must not be repeated (reliability.md, F1 and F3).
public final class CurlTransport: Transport {
  public let events: AsyncStream<[TransportEvent]>
  private let inbox = TransportInbox()

  /// - Parameter userAgent: What `User-Agent` says unless a request says otherwise.
  public init(userAgent: String = "weir/0.1") {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [TransportEvent].self, bufferingPolicy: .unbounded)
    events = stream
    let inbox = inbox
    let started = OwnThread.start {
      TransferLoop(inbox: inbox, events: continuation, userAgent: userAgent).run()
      continuation.finish()
      inbox.close()
    }
    precondition(started, "The system refused the transport's thread.")
  }

  deinit { inbox.put(.shutDown) }

  public func begin(_ attempts: [OutgoingAttempt]) { inbox.put(.begin(attempts)) }

  public func cancel(_ attempts: [AttemptID]) { inbox.put(.cancel(attempts)) }

  public func setCookies(_ lines: [String], in jar: CookieJarKey) {
    inbox.put(.setCookies(lines, jar))
  }

  public func shutDown() async {
    inbox.put(.shutDown)
    await inbox.closed()
  }
}
