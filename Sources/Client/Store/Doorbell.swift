import ClientCore
import ClientModel
import Glibc
import Synchronization

/// Notifies the processes that share a store that one of them committed: each commit makes the file
/// `doorbell` a byte longer, and one thread waits for that in the kernel, or looks now and then where
/// the kernel has no room for one more who waits.
///
/// It also rings when the store's key, or one beside it, has come back.
///
/// A process does not hear its own rings. One ring may stand for many commits, and now and then
/// there is one too many; none is missed.
final class Doorbell: Sendable {
  private static let longest: off_t = 1 << 20
  /// How long nobody looks after a ring of this process's own, in milliseconds.
  private static let rest: Int32 = 10
  /// Between two looks where the kernel does not report changes, in milliseconds.
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

  /// Called under the store's lock, so the file is shortened by one process at a time.
  func ring() {
    let count = own.add(1, ordering: .sequentiallyConsistent).newValue
    if count % 256 == 1, size() > Self.longest { _ = ftruncate(file, 0) }
    // A full disk must not fail a commit that is done: the others then see it at the next one.
    _ = write(file, "!", 1)
  }

  private func size() -> off_t {
    var facts = stat()
    return fstat(file, &facts) == 0 ? facts.st_size : 0
  }

  private func foreign() -> Int { Int(size()) - own.load(ordering: .sequentiallyConsistent) }

  /// Begins to listen; once is enough.
  func listen() { listen(through: inotify_init1(Int32(IN_CLOEXEC))) }

  /// - Parameter watch: What inotify gave; negative where the user's programs have all it gives.
  func listen(through watch: Int32) {
    stop.withLock { stop in
      guard stop < 0 else { return close(watch) }
      var pipe: [Int32] = [-1, -1]
      guard Glibc.pipe(&pipe) == 0 else {
        // Without descriptors the store works; only changes by others wait for the next look.
        return close(watch)
      }
      for file in pipe { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
      let wake = pipe[0]
      stop = pipe[1]
      let known = foreign()
      // Without a thread, too, only changes by others wait.
      guard watch >= 0, inotify_add_watch(watch, path, UInt32(IN_MODIFY)) >= 0 else {
        close(watch)
        _ = OwnThread.start { [self] in lookNowAndThen(until: wake, known: known) }
        return
      }
      // A key that is put back or gets other rights rings too. Nothing else is moved into the folder, and
      // few files there are closed after writing.
      let keys = inotify_add_watch(
        watch, folder, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_CREATE | IN_ATTRIB))
      _ = OwnThread.start { [self] in wait(watch: watch, keys: keys, wake: wake, known: known) }
    }
  }

  /// Where nobody reports changes, the file is looked at four times a second: that costs little, and jobs
  /// of other processes that nobody runs would cost more.
  private func lookNowAndThen(until wake: Int32, known: Int) {
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

  /// When the store's key was put where it is, in seconds; 0 without one.
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
      } else if poll(&sources[1], 1, Self.rest) > 0 {
        // Own rings come in bursts. The kernel makes one of those that nobody has read.
        return
      }
    }
  }

  /// True when one of inotify's events, as the kernel lays them out, is about such a name.
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
      // The thread sees the pipe's other end close.
      if wake >= 0 { close(wake) }
      wake = -1
    }
  }

  private func close(_ file: Int32) { if file >= 0 { _ = Glibc.close(file) } }
}
