import ClientCore
import Glibc
import Synchronization

/// Tells when `config.yaml` was written, whoever wrote it: a thread that waits in the kernel.
final class SettingsWatch: Sendable {
  /// One for each write or swap of the file; ends when the watch is cancelled.
  let changes: AsyncStream<Void>
  /// One end of a pipe: closing it ends the watch.
  private let end: Mutex<Int32>

  /// Nil where the system has no watch or no thread to give: settings are then read at the start only.
  init?(folder: String) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
    var pipe: [Int32] = [-1, -1]
    guard inotify_add_watch(descriptor, folder, mask) >= 0, Glibc.pipe(&pipe) == 0 else {
      close(descriptor)
      return nil
    }
    for file in pipe { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    let stop = pipe[0]
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    changes = stream
    end = Mutex(pipe[1])
    let started = OwnThread.start {
      while Self.waits(for: descriptor, until: stop) { continuation.yield() }
      continuation.finish()
      for file in [descriptor, stop] { close(file) }
    }
    guard started else {
      for file in [descriptor, stop] { close(file) }
      cancel()
      return nil
    }
  }

  func cancel() {
    end.withLock { end in
      if end >= 0 { close(end) }
      end = -1
    }
  }

  deinit { cancel() }

  /// Sleeps in the kernel; false when the watch was cancelled.
  private static func waits(for changes: Int32, until stop: Int32) -> Bool {
    var sources = [
      pollfd(fd: changes, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&sources, 2, -1) < 0 { guard errno == EINTR else { return false } }
    guard sources[1].revents == 0 else { return false }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(changes, buffer.baseAddress, buffer.count) > 0 {}
    }
    return true
  }
}
