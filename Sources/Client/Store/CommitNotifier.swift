import ClientCore
import ClientModel
import Glibc
import Synchronization

/// A notifier of commits by other processes that share the store. Each commit appends a byte to the
/// file `doorbell`. One thread in each process watches this file with inotify, or polls it if
/// inotify is unavailable.
///
/// A notification is also sent when a key file in the store's folder was restored.
///
/// A process is not notified of its own commits. One notification may represent several commits,
/// and some notifications are redundant, but none is lost.
final class CommitNotifier: Sendable {
  private static let longest: off_t = 1 << 20
  /// The time after a commit of this process in which the file is not checked, in milliseconds.
  private static let coalescingDelay: Int32 = 10
  /// The polling interval if inotify is unavailable, in milliseconds.
  private static let pause: Int32 = 250

  let rings: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let path: String
  private let folder: String
  private let file: Int32
  private let own = Atomic<Int>(0)
  private let stop = Mutex<Int32>(-1)

  init(path: String) throws(Failure) {
    self.path = path
    folder = path.words(at: "/").dropLast().reduce("") { "\($0)/\($1)" }
    file = try PrivateFile.openShared(path)
    (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { close(file) }

  /// Appends a byte to the file. The caller holds the store's lock, so only one process truncates
  /// the file.
  func ring() {
    let count = own.add(1, ordering: .sequentiallyConsistent).newValue
    if count % 256 == 1, size() > Self.longest { _ = ftruncate(file, 0) }
    // A full disk must not make a completed commit fail. In that case, other processes notice the
    // commit with the next one.
    _ = write(file, "!", 1)
  }

  private func size() -> off_t {
    var facts = stat()
    return fstat(file, &facts) == 0 ? facts.st_size : 0
  }

  private func foreign() -> Int { Int(size()) - own.load(ordering: .sequentiallyConsistent) }

  /// Starts the notifications. Later calls have no effect.
  func listen() { listen(through: inotify_init1(Int32(IN_CLOEXEC))) }

  /// Starts the notifications.
  ///
  /// - Parameter watch: The file descriptor of inotify, or a negative number if the user's limit is
  ///   reached.
  func listen(through watch: Int32) {
    stop.withLock { stop in
      guard stop < 0 else { return close(watch) }
      var pipe: [Int32] = [-1, -1]
      guard Glibc.pipe(&pipe) == 0 else {
        // If no descriptor is free, the store still works, but changes by other processes are
        // noticed later.
        return close(watch)
      }
      for file in pipe { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
      let wake = pipe[0]
      stop = pipe[1]
      let known = foreign()
      // If no thread can be started, the store still works, but changes by other processes are
      // noticed later.
      guard watch >= 0, inotify_add_watch(watch, path, UInt32(IN_MODIFY)) >= 0 else {
        close(watch)
        _ = OwnThread.start { [self] in pollFile(until: wake, known: known) }
        return
      }
      // Watches the folder, because a key may be restored or get new permissions. Apart from keys,
      // files are rarely moved or closed there.
      let keys = inotify_add_watch(
        watch, folder, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_CREATE | IN_ATTRIB))
      _ = OwnThread.start { [self] in wait(watch: watch, keys: keys, wake: wake, known: known) }
    }
  }

  /// Polls the file four times a second if inotify is unavailable. Without polling, jobs added by
  /// other processes might never run.
  private func pollFile(until wake: Int32, known: Int) {
    var known = (count: known, key: keyTime())
    var source = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    defer { close(wake) }
    while poll(&source, 1, Self.pause) <= 0 {
      let now = (count: foreign(), key: keyTime())
      if now == known { continue }
      known = now
      bell.yield()
    }
  }

  /// Returns the time when the store's key was last changed, in seconds. Returns 0 if there is no
  /// key.
  private func keyTime() -> Int {
    var facts = stat()
    return stat(folder + "/key", &facts) == 0 ? facts.st_ctim.tv_sec : 0
  }

  private func wait(watch: Int32, keys: Int32, wake: Int32, known: Int) {
    var known = known
    var sources = [
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 4096)
    defer { for file in [watch, wake] { close(file) } }
    while true {
      guard poll(&sources, 2, -1) >= 0 || errno == EINTR else { return }
      if sources[1].revents != 0 { return }
      guard sources[0].revents != 0 else { continue }
      let count = read(watch, &buffer, buffer.count)
      guard count > 0 else { continue }
      let now = foreign()
      if now != known || Self.names("key", in: buffer[..<count], of: keys) {
        known = now
        bell.yield()
      } else if poll(&sources[1], 1, Self.coalescingDelay) > 0 {
        // This process often commits several times in a row, and the kernel merges unread events.
        return
      }
    }
  }

  /// Returns whether any inotify event in the buffer names this file.
  private static func names(_ name: String, in events: ArraySlice<UInt8>, of watch: Int32) -> Bool {
    let head = MemoryLayout<inotify_event>.size
    var rest = events
    while rest.count >= head {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let text = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
      if event.wd == watch, text.starts(with: name.utf8) { return true }
      rest = rest.dropFirst(head + Int(event.len))
    }
    return false
  }

  func close() {
    bell.finish()
    stop.withLock { wake in
      // Closing this end of the pipe wakes the thread, which then ends.
      if wake >= 0 { close(wake) }
      wake = -1
    }
  }

  private func close(_ file: Int32) { if file >= 0 { _ = Glibc.close(file) } }
}
