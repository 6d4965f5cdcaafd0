import CNcurses
import Glibc
import Synchronization

/// The actor that owns the session: everything isolated to it runs on the one thread that called `runLoop`.
///
/// Trap: a `Task {}` started outside of it runs elsewhere; say `Task { @UI in … }`. The main actor is served by nobody
/// while the loop runs.
@globalActor package actor UI {
  package static let shared = UI()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    UIExecutor.shared.asUnownedSerialExecutor()
  }

  /// What the loop does after it was woken.
  package enum Turn: Equatable, Sendable {
    /// Sleep until something happens. Costs nothing meanwhile.
    case wait
    /// Sleep, but not longer than this.
    case waitAtMost(Duration)
    case finish
  }

  /// What woke the loop.
  package struct Wake: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// Keys, perhaps.
    package static let input = Wake(rawValue: Int32(CN_INPUT))
    /// Work for the actor, which has been done by now, or a signal.
    package static let mail = Wake(rawValue: Int32(CN_WOKEN))
    /// The terminal is gone; it will not come back.
    package static let hangup = Wake(rawValue: Int32(CN_HUNG_UP))
  }

  /// Makes the calling thread the UI thread until `turn` returns `finish`.
  ///
  /// `turn` is called once at the start and then each time something happened, after the actor's waiting work was done:
  /// it takes the terminal's events and draws if anything changed. Work that arrives after `finish` stays undone.
  package static func runLoop<Failure: Error>(
    _ turn: @UI (Wake) throws(Failure) -> Turn
  ) throws(Failure) {
    UIExecutor.shared.bind()
    var wake: Wake = []
    while true {
      UIExecutor.shared.drain()
      let isolated: Result<Turn, Failure> = assumeIsolated { () -> Result<Turn, Failure> in
        do throws(Failure) { return .success(try turn(wake)) } catch { return .failure(error) }
      }
      switch try isolated.get() {
      case .wait: wake = Wake(rawValue: cn_wait(-1))
      case .waitAtMost(let duration): wake = Wake(rawValue: cn_wait(duration.pollTimeout))
      case .finish: return
      }
    }
  }

  /// Runs `body` as a member of the actor, at once. Stops the program if this is not the UI thread.
  package static func assumeIsolated<Value>(_ body: @UI () -> Value) -> Value {
    UIExecutor.shared.checkIsolated()
    return withoutActuallyEscaping(body) { body in
      // The isolation is checked above and is not part of a closure's representation.
      unsafeBitCast(body, to: (() -> Value).self)()
    }
  }
}

extension Duration {
  /// Milliseconds for `poll`, rounded up, so that it does not wake before the time.
  var pollTimeout: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 86_400 else { return 86_400_000 }
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(max(0, milliseconds))
  }
}

/// The mailbox of the UI thread: collects the actor's work from any thread and rings the loop's bell.
final class UIExecutor: SerialExecutor {
  static let shared = UIExecutor()
  private let waiting = Mutex<[UnownedJob]>([])
  private let thread = Mutex<pthread_t?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = waiting.withLock { waiting in
      waiting.append(job)
      return waiting.count == 1
    }
    if isFirst { cn_wake() }
  }

  /// Makes the calling thread the one that runs the work.
  func bind() { thread.withLock { $0 = pthread_self() } }

  /// Runs what waits now. What that enqueues rings the bell again, so keys get their turn in between.
  func drain() {
    let jobs = waiting.withLock { waiting in
      let jobs = waiting
      waiting.removeAll(keepingCapacity: true)
      return jobs
    }
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.withLock { thread in
      guard let thread else { return false }
      return pthread_equal(thread, pthread_self()) != 0
    }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "This must run on the UI thread.")
  }
}
