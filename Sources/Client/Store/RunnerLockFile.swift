import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The right to run queued jobs: one lock file that contains the process ID of its holder.
final class RunnerLockFile: Sendable {
  private struct Waiting {
    var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
    var isBlocked = false
  }

  private let path: String
  private let lock: KernelLock
  private let isMine = Mutex(false)
  private let waiting = Mutex(Waiting())

  init(path: String) throws(Failure) {
    self.path = path
    lock = try KernelLock(path: path)
  }

  /// Why a process takes the lock.
  enum Purpose { case runQueue, shortenLog }

  func claim(to purpose: Purpose = .runQueue) throws(Failure) -> RunnerClaim {
    let result: Result<RunnerClaim, Failure> = isMine.withLock { isMine in
      if isMine { return .success(.mine) }
      do throws(Failure) {
        guard try lock.tryAcquire() else { return .success(.held(processID: lock.note)) }
      } catch {
        return .failure(error)
      }
      // A negative number: the holder runs no jobs and leaves at once.
      lock.write(note: purpose == .runQueue ? getpid() : -getpid())
      isMine = true
      return .success(.mine)
    }
    return try result.get()
  }

  /// The ID of the process that holds the lock or held it last; negative when that process only shortens
  /// the log.
  var holder: Int32 { lock.note }

  func release() {
    isMine.withLock { isMine in
      if isMine { lock.release() }
      isMine = false
    }
  }

  /// One thread waits in the kernel for everybody in this process. A cancelled wait leaves it
  /// there: it costs nothing, takes nothing, and serves the next wait.
  func wait() async {
    if isMine.withLock({ $0 }) { return }
    let number = waiting.withLock { waiting in
      waiting.next += 1
      return waiting.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let blocks = waiting.withLock { waiting -> Bool in
          waiting.continuations[number] = continuation
          defer { waiting.isBlocked = true }
          return !waiting.isBlocked
        }
        // A cancellation before the registration found no continuation to resume.
        if Task.isCancelled { wake(number) }
        if blocks { block() }
      }
    } onCancel: {
      wake(number)
    }
  }

  private func wake(_ number: Int) {
    waiting.withLock { $0.continuations.removeValue(forKey: number) }?.resume()
  }

  private func block() {
    let path = path
    // Without a thread this process stays a viewer until it is opened anew.
    _ = OwnThread.start { [self] in
      do throws(Failure) {
        // A separate open file description: a lock on the same one would be granted at once.
        let other = try KernelLock(path: path)
        try other.acquireAtAnyTime()
        other.release()
      } catch {
        // The caller then tries to claim the lock and gets the error there.
      }
      let woken = waiting.withLock { waiting in
        defer {
          waiting.continuations = [:]
          waiting.isBlocked = false
        }
        return waiting.continuations.values.map { $0 }
      }
      for waiter in woken { waiter.resume() }
    }
  }
}
