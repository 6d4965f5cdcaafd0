import CSQLite
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// An exclusive lock that the kernel holds on an open file, and releases when the process ends.
///
/// A `flock(2)` lock belongs to the open file, not to the process. Therefore two stores in one
/// process also exclude each other.
final class KernelLock: Sendable {
  let path: String
  /// The descriptor of the open file. After a wait, it is replaced by the descriptor of the waiting
  /// thread.
  private let file: Mutex<Int32>

  init(path: String) throws(Failure) {
    self.path = path
    file = Mutex(try PrivateFile.openShared(path))
  }

  deinit {
    // Closing the descriptor does not release the lock while a child process that is just starting
    // has a copy of the descriptor.
    release()
    close(descriptor)
  }

  private var descriptor: Int32 { file.withLock { $0 } }

  /// Waits for the lock. Must be called on a thread that may block.
  ///
  /// - Throws: A failure that names the holder, if the holder was idle for
  ///   `LockHolder.idleHolderTimeout` or the wait exceeded `LockHolder.limit`.
  func acquire() throws(Failure) {
    if try tryAcquire() { return }
    let wait = LockWait(path: path)
    let began = ContinuousClock.now
    var holder = LockHolder(of: path)
    while true {
      switch wait.result(within: LockHolder.idleHolderTimeout) {
      case .success(let granted?):
        // The old file descriptor has no lock.
        close(
          file.withLock { file in
            defer { file = granted }
            return file
          })
        return
      case .failure(let failure): throw failure
      case .success(nil): break
      }
      let now = LockHolder(ofBusy: path)
      let waited = began.duration(to: .now)
      guard let now, holder.map(now.hasWorked(since:)) ?? !now.isStopped, waited < LockHolder.limit
      else {
        wait.abandon()
        throw .locked(path, by: now, for: waited)
      }
      holder = now
    }
  }

  /// Tries to acquire the lock. Returns false if another process holds it.
  ///
  /// - Throws: A failure if the system call fails.
  func tryAcquire() throws(Failure) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .system(errno, doing: "Locking the store", path: path) }
    }
    return true
  }

  /// Waits for the lock without a time limit. The calling thread must have no other work.
  func acquireAtAnyTime() throws(Failure) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(errno, doing: "Locking the store", path: path) }
    }
  }

  func release() { _ = flock(descriptor, LOCK_UN) }

  /// Runs a function that writes, while holding the lock. Ctrl+Z stops the process only before or
  /// after the function.
  func write<Value>(_ body: () throws -> Value) throws -> Value {
    csqlite_begin_write()
    defer { csqlite_end_write() }
    try acquire()
    defer { release() }
    return try body()
  }

  /// The number in the file, or 0 if the file contains none.
  var note: Int32 {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return 0 }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)) ?? 0
  }

  /// Writes a number to the file. A failure is ignored, because the number is only informative.
  func write(note: Int32) {
    let text = Array("\(note)\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }
}

/// A thread that waits for a lock. The thread is needed because `flock` has no timeout.
private final class LockWait: Sendable {
  private struct State {
    var result: Result<Int32?, Failure> = .success(nil)
    var isAbandoned = false
  }

  private let state = ThreadMonitor(State())

  init(path: String) {
    let isStarted = OwnThread.start { [self] in
      var result: Result<Int32?, Failure>
      do throws(Failure) {
        let file = try PrivateFile.openShared(path)
        while flock(file, LOCK_EX) != 0, errno == EINTR {}
        result = .success(file)
      } catch {
        result = .failure(error)
      }
      let isAbandoned = state.withLock { state in
        state.result = result
        return state.isAbandoned
      }
      state.wakeAll()
      if isAbandoned { release() }
    }
    if !isStarted {
      let failure = Failure.system(EAGAIN, doing: "Starting a thread", path: path)
      state.withLock { $0.result = .failure(failure) }
    }
  }

  /// Returns the descriptor of the locked file, or nil if the lock was not granted in time.
  func result(within time: Duration) -> Result<Int32?, Failure> {
    let end = ContinuousClock.now + time
    return state.wait { state in
      if case .success(nil) = state.result {
        let left = ContinuousClock.now.duration(to: end)
        return left > .zero ? .waitFor(left) : .found(.success(nil))
      }
      return .found(state.result)
    }
  }

  /// Stops waiting. The lock is released as soon as it is granted.
  func abandon() {
    let isGranted = state.withLock { state in
      state.isAbandoned = true
      if case .success(nil) = state.result { return false }
      return true
    }
    if isGranted { release() }
  }

  private func release() {
    let file = state.withLock { state -> Int32? in
      defer { state.result = .success(nil) }
      if case .success(let file) = state.result { return file }
      return nil
    }
    if let file { close(file) }
  }
}
