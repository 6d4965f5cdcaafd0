/// A small pool of threads for blocking work, separate from Swift's pool. Work starts in the order
/// in which it is added. A pool of one thread is a serial queue.
///
/// The threads start with the first work and end with the pool. Dispatch is not used, because its
/// pool on Linux wakes up every second after its first use.
package final class ThreadPool: Sendable {
  private struct Line {
    /// The pending work in order. Entries that were taken are nil.
    private var work: [(@Sendable () -> Void)?] = []
    private var taken = 0
    /// The number of threads that sleep. Threads that were woken but do not run yet are included.
    var idle = 0
    var threads = 0
    var isClosed = false
    var hasBegun = false

    var waiting: Int { work.count - taken }

    mutating func add(_ piece: @escaping @Sendable () -> Void) {
      work.append(piece)
      hasBegun = true
    }

    mutating func next() -> (@Sendable () -> Void)? {
      guard waiting > 0 else { return nil }
      let piece = work[taken]
      work[taken] = nil
      taken += 1
      if waiting == 0 || taken == 1024 {
        work.removeFirst(taken)
        taken = 0
      }
      return piece
    }
  }

  private let line = ThreadMonitor(Line())
  private let size: Int

  /// Creates a pool. It has no threads before the first work.
  ///
  /// - Parameter size: The maximum number of threads.
  package init(of size: Int) { self.size = size }

  deinit {
    line.withLock { $0.isClosed = true }
    line.wakeAll()
  }

  /// Whether work was ever added.
  package var hasBegun: Bool { line.withLock { $0.hasBegun } }

  /// Adds work. If no thread exists and none can be created, the caller's thread does all pending
  /// work.
  package func add(_ work: @escaping @Sendable () -> Void) {
    let needsThread = line.withLock { line -> Bool in
      line.add(work)
      guard line.waiting > line.idle, line.threads < size else { return false }
      line.threads += 1
      return true
    }
    if !needsThread { return line.wakeOne() }
    if OwnThread.start({ [line] in Self.serve(line) }) { return }
    let isLast = line.withLock { line -> Bool in
      line.threads -= 1
      return line.threads == 0
    }
    if isLast { Self.clear(line) }
  }

  /// Runs `body` on a thread of the pool and returns its result.
  package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      add { continuation.resume(returning: body()) }
    }
  }

  private static func serve(_ line: ThreadMonitor<Line>) {
    var isIdle = false
    while true {
      let work = line.wait { line -> ThreadMonitor<Line>.Finding<(@Sendable () -> Void)?> in
        if isIdle { line.idle -= 1 }
        isIdle = false
        if let work = line.next() { return .found(work) }
        if line.isClosed { return .found(nil) }
        line.idle += 1
        isIdle = true
        return .wait
      }
      guard let work else { return }
      work()
    }
  }

  private static func clear(_ line: ThreadMonitor<Line>) {
    while let work = line.withLock({ $0.next() }) { work() }
  }
}
