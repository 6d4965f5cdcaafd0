import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The lock of the process that runs queued jobs. The lock file contains the process id of the
/// holder.
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

  /// The reason for acquiring the lock.
  enum Purpose { case runQueue, shortenLog }

  /// The result of acquiring the lock.
  enum Claim: Equatable {
    case mine
    /// Another process holds the lock. The payload has the meaning of `holder`.
    case held(Int32)
  }

  func claim(to purpose: Purpose = .runQueue) throws(Failure) -> Claim {
    let result: Result<Claim, Failure> = isMine.withLock { isMine in
      if isMine { return .success(.mine) }
      do throws(Failure) {
        guard try lock.tryAcquire() else { return .success(.held(lock.note)) }
      } catch {
        return .failure(error)
      }
      // A negative number means that the holder runs no jobs and will end soon.
      lock.write(note: purpose == .runQueue ? getpid() : -getpid())
      isMine = true
      return .success(.mine)
    }
    return try result.get()
  }

  /// The id of the process that holds the lock or last held it, negated if that process only
  /// shortens the log.
  var holder: Int32 { lock.note }

  func release() {
    isMine.withLock { isMine in
      if isMine { lock.release() }
      isMine = false
    }
  }

  /// Waits until the lock is free. One thread waits for all callers in this process. It continues
  /// to wait after a cancellation and serves the next call.
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
        // If the task was cancelled before the registration, its cancellation handler found no
        // continuation.
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
    // If no thread can be started, this process does not run the queue until it is restarted.
    _ = OwnThread.start { [self] in
      do throws(Failure) {
        // Opens the file again, because this open file would acquire its own lock immediately.
        let other = try KernelLock(path: path)
        try other.acquireAtAnyTime()
        other.release()
      } catch {
        // The caller tries to acquire the lock next and receives the error.
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
