import CNcurses
import Glibc
import Synchronization

/// The actor that owns the session. Its code runs on the thread that called `runLoop`.
///
/// A `Task {}` that is started outside the actor does not run on the actor, but `Task { @UI in … }`
/// does. The main actor is blocked while the loop runs.
@globalActor package actor UI {
  package static let shared = UI()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    UIExecutor.shared.asUnownedSerialExecutor()
  }

  /// The next action of the loop.
  package enum Turn: Equatable, Sendable {
    /// Sleeps until an event occurs, without using the processor.
    case wait
    /// Sleeps for at most this duration.
    case waitAtMost(Duration)
    case finish
  }

  /// The reasons why the loop woke up.
  package struct Wake: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// Input may be pending.
    package static let input = Wake(rawValue: Int32(CN_INPUT))
    /// Work for the actor or a signal woke the loop. The work is already done.
    package static let work = Wake(rawValue: Int32(CN_WOKEN))
    /// The terminal is permanently closed.
    package static let hangup = Wake(rawValue: Int32(CN_HUNG_UP))
  }

  /// Makes the calling thread the UI thread until `turn` returns `finish`.
  ///
  /// `turn` is called at the start, and after each event when the actor's pending work is done. It
  /// handles the terminal's events and draws if anything changed. Work that arrives after `finish`
  /// is not done.
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

  /// Runs `body` synchronously on the actor. Traps if this is not the UI thread.
  package static func assumeIsolated<Value>(_ body: @UI () -> Value) -> Value {
    UIExecutor.shared.checkIsolated()
    return withoutActuallyEscaping(body) { body in
      // The isolation is checked above. A closure's representation does not contain its isolation.
      unsafeBitCast(body, to: (() -> Value).self)()
    }
  }
}

extension Duration {
  /// The timeout for `poll` in milliseconds, at most one day, rounded up so that `poll` does not
  /// return too early.
  var pollTimeout: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 86_400 else { return 86_400_000 }
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(max(0, milliseconds))
  }
}

/// The executor of the UI thread. Any thread may add work, which wakes the loop.
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

  func bind() { thread.withLock { $0 = pthread_self() } }

  /// Runs the pending work. Work that is added meanwhile wakes the loop again, so that keys are
  /// handled first.
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
    precondition(isIsolatingCurrentContext() == true, "This ran outside the UI thread.")
  }
}
