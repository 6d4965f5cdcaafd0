import ClientCore
import ClientModel
import Glibc

/// The loop of the transport's thread if libcurl is missing. Each attempt fails immediately with
/// the reason.
///
/// All state except the inbox is confined to the transport's thread.
struct RefusalLoop {
  let inbox: TransportInbox
  let events: AsyncStream<[TransportEvent]>.Continuation

  /// Runs until the transport is shut down.
  func run() {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else { return }
    for file in pipe { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    inbox.ring(.descriptor(pipe[1]))
    defer {
      inbox.ring(nil)
      for file in pipe { close(file) }
    }
    while true {
      for order in inbox.take() {
        switch order {
        case .begin(let attempts): events.yield(attempts.map(Self.refuse))
        case .shutDown: return
        case .cancel, .pool, .synced, .signed: break
        }
      }
      var ring: UInt8 = 0
      if read(pipe[0], &ring, 1) < 0, errno != EINTR { return }
    }
  }

  private static func refuse(_ attempt: OutgoingAttempt) -> TransportEvent {
    .finished(
      attempt.id, AttemptResult(end: .failed(.noLibrary(attempt.request.origin))),
      FinishFacts(sent: .nothing))
  }
}

extension Failure {
  static func noLibrary(_ origin: Origin) -> Failure {
    Failure(
      .unsupported, what: "The request to \(origin.host) was not sent.",
      why: "libcurl, which sends requests, cannot be loaded.",
      whatToDo: "Install it (Debian: apt-get install libcurl4), then run `weir doctor`.")
  }
}
