import ClientModel
import Glibc
import Testing

@testable import ClientStore

// A process has one draft store at a time: its process id names the files.
@Suite(.serialized) struct DraftStoreTests {
  let folder = StateFolder()

  private var drafts: String { folder.path + "/drafts" }
  private var own: String { "\(drafts)/\(getpid()).draft" }

  @Test func `what a dead process left is found and taken up`() throws {
    do {
      let store = try DraftStore(state: folder.path)
      try store.store("first")
      try store.store("hush hush")
      #expect(store.left().isEmpty, "its own is not left")
    }
    // The process is gone: its files carry its number.
    #expect(rename(own, drafts + "/1.draft") == 0)
    #expect(rename(own + ".lock", drafts + "/1.draft.lock") == 0)
    let next = try DraftStore(state: folder.path)
    let left = next.left()
    try #require(left.map(\.text) == ["hush hush"])
    try next.claim(left[0])
    #expect(next.left().isEmpty && access(own, F_OK) == 0)
    next.close()
    #expect(rmdir(drafts) == 0, "nothing is left")
  }

  @Test func `the draft of a living process is left alone`() throws {
    try PrivateFile.prepareFolder(drafts)
    let other = try KernelLock(path: drafts + "/7.draft.lock")
    #expect(try other.tryAcquire())
    let sealed = try Vault(folder: folder.path).seal(
      Array("mine".utf8), at: SealedValueLocation(row: RowIdentity(kind: .draft, key: 0), field: 0))
    try write(sealed, to: drafts + "/7.draft")
    let store = try DraftStore(state: folder.path)
    #expect(store.left().isEmpty)
    other.release()
    #expect(store.left().map(\.text) == ["mine"])
  }

  @Test func `a draft is sealed and readable by its user alone`() throws {
    let store = try DraftStore(state: folder.path)
    try store.store("hush-hush-hush")
    var facts = stat()
    #expect(stat(own, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let file = open(own, O_RDONLY)
    defer { close(file) }
    #expect(read(file, &bytes, bytes.count) == bytes.count)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hush"))
    try store.drop()
    #expect(access(own, F_OK) != 0)
    try store.drop()
  }

  @Test func `what cannot be opened stays where it is and is passed over`() throws {
    try PrivateFile.prepareFolder(drafts)
    try write([1, 2, 3], to: drafts + "/9.draft")
    let store = try DraftStore(state: folder.path)
    #expect(store.left().isEmpty)
    #expect(access(drafts + "/9.draft", F_OK) == 0)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    defer { close(file) }
    try #require(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}
