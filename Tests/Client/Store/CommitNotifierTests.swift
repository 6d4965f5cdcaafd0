import ClientModel
import Testing

@testable import ClientStore

/// How a process hears of what others committed.
struct CommitNotifierTests {
  private let folder = StateFolder()

  @Test(arguments: [true, false])
  func `a ring of another is heard, one's own is not`(hasInotify: Bool) async throws {
    try PrivateFile.prepareFolder(folder.path)
    let own = try CommitNotifier(path: folder.path + "/doorbell")
    let other = try CommitNotifier(path: folder.path + "/doorbell")
    if hasInotify { own.listen() } else { own.listen(through: -1) }
    for _ in 0..<3 { own.ring() }
    other.ring()
    var count = 0
    for await _ in own.rings {
      count += 1
      own.close()
    }
    #expect(count == 1)
  }
}
