import ClientWorkspace
import Foundation
import Glibc
import Testing

@Suite struct InotifyLoopTests {
  private enum Seen: Equatable { case changed, ended }

  private static func onThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    Thread.detachNewThread(work)
    return true
  }

  /// A loop that reports what it does.
  private static func loop(
    _ descriptor: Int32, _ sink: AsyncStream<Seen>.Continuation
  ) -> InotifyLoop? {
    InotifyLoop(
      descriptor, onThread: onThread,
      changed: {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        sink.yield(.changed)
      },
      ended: {
        sink.yield(.ended)
        sink.finish()
      })
  }

  @Test func `a change wakes the loop up, and cancelling it twice ends it once`() async throws {
    let folder = try TemporaryFolder()
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    #expect(inotify_add_watch(descriptor, folder.path, UInt32(IN_CREATE)) >= 0)
    let (seen, sink) = AsyncStream.makeStream(of: Seen.self)
    let loop = try #require(Self.loop(descriptor, sink))
    try folder.write("", to: "new")
    var events = seen.makeAsyncIterator()
    #expect(await events.next() == .changed)
    loop.cancel()
    loop.cancel()
    #expect(await events.next() == .ended)
    #expect(await events.next() == nil)
  }

  @Test func `without a thread there is no loop`() {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let loop = InotifyLoop(descriptor, onThread: { _ in false }, changed: {}, ended: {})
    #expect(loop == nil)
  }
}
