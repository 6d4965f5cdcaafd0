import Glibc
import Synchronization

/// A thread that waits for changes of watched files.
package final class InotifyLoop: Sendable {
  /// The end of a pipe. Closing it ends the loop.
  private let end: Mutex<Int32>

  /// Starts a loop. Returns nil if no pipe or thread is available. The loop owns the descriptor and
  /// closes it, even if the loop does not start.
  ///
  /// - Parameters:
  ///   - descriptor: The inotify descriptor. It must be non-blocking.
  ///   - start: Runs its argument on a thread that may block forever. Returns false if no thread is
  ///     available.
  ///   - changed: Called on that thread when events can be read.
  ///   - ended: Called once on that thread, after the loop was cancelled.
  package init?(
    _ descriptor: Int32, onThread start: (@escaping @Sendable () -> Void) -> Bool,
    changed: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
  ) {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else {
      close(descriptor)
      return nil
    }
    for file in pipe { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    let stop = pipe[0]
    end = Mutex(pipe[1])
    let started = start {
      while Self.waits(for: descriptor, until: stop) { changed() }
      ended()
      for file in [descriptor, stop] { close(file) }
    }
    guard started else {
      for file in [descriptor, stop] { close(file) }
      cancel()
      return nil
    }
  }

  package func cancel() {
    end.withLock { end in
      if end >= 0 { close(end) }
      end = -1
    }
  }

  deinit { cancel() }

  /// Waits for events. Returns false if the loop was cancelled or waiting failed.
  private static func waits(for changes: Int32, until stop: Int32) -> Bool {
    var sources = [
      pollfd(fd: changes, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&sources, 2, -1) < 0 { guard errno == EINTR else { return false } }
    return sources[1].revents == 0
  }
}
