import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// Files that are copied when a job is made are what it sends, and go with it.
struct SnapshotTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func file(_ text: String, named name: String = "source") throws -> FileReference {
    let path = "\(folder.path)/\(name)"
    StateFolder.write(Array(text.utf8), to: path)
    var facts = stat()
    try #require(stat(path, &facts) == 0)
    let modified = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
    return FileReference(
      path: path, size: ByteCount(text.utf8.count), modified: modified,
      inode: UInt64(facts.st_ino))
  }

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path + "/state", clock: clock).storage
  }

  private func files(of request: PreparedRequest?) -> [FileReference] {
    switch request?.body {
    case .file(let file): [file]
    case .multipart(_, let parts):
      parts.compactMap { if case .file(let file) = $0.content { file } else { nil } }
    default: []
    }
  }

  @Test func `a job has the copies of its files until it is deleted`() async throws {
    let store = try await open()
    let body = PreparedBody.multipart(
      boundary: "b",
      parts: [
        MultipartPart(name: "one", content: .file(try file("first"))),
        MultipartPart(name: "text", content: .text("plain")),
        MultipartPart(name: "two", content: .file(try file("second", named: "other"))),
      ])
    let copy = try await store.snapshot(.fixture(method: .post, body: body))
    StateFolder.write(Array("changed meanwhile".utf8), to: folder.path + "/source")
    unlink(folder.path + "/other")
    let id = try await store.add([NewJob(request: copy, lane: .fixture())])[0]
    let copies = files(of: try await store.request(of: id))
    #expect(
      copies.map { StateFolder.bytes(of: $0.path) } == ["first", "second"].map { Array($0.utf8) })
    for file in copies {
      var facts = stat()
      #expect(stat(file.path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
      #expect(UInt64(facts.st_ino) == file.inode)
    }
    await store.close()

    let next = try await open()
    // What the maker's folder held was only staged; the job's own copies stay.
    #expect(StateFolder.names(in: folder.path + "/state/snapshots") == ["\(id)"])
    #expect(files(of: try await next.request(of: id)) == copies)
    _ = try await next.change([id]) { job in JobChange(state: .cancelled(sent: 0), at: job.since) }
    #expect(try await next.remove(Removal(jobs: JobQuery(ids: [id]))) == 1)
    #expect(StateFolder.names(in: folder.path + "/state/snapshots") == [])
    await next.close()
  }

  @Test func `a job made from another one outlives it with the same copies`() async throws {
    let store = try await open()
    let copy = try await store.snapshot(.fixture(method: .put, body: .file(try file("bytes"))))
    let first = try await store.add([NewJob(request: copy, lane: .fixture())])[0]
    let request = try #require(try await store.request(of: first))
    let second = try await store.add([NewJob(request: request, lane: .fixture())])[0]
    _ = try await store.change([first]) { JobChange(state: .succeeded, at: $0.since) }
    _ = try await store.remove(Removal(jobs: JobQuery(ids: [first])))
    let remaining = try #require(files(of: try await store.request(of: second)).first)
    #expect(remaining.path != files(of: request).first?.path)
    #expect(StateFolder.bytes(of: remaining.path) == Array("bytes".utf8))
    await store.close()
  }

  @Test func `a file that changed before it was copied is refused`() async throws {
    let store = try await open()
    let reference = try file("before")
    StateFolder.write(Array("after!!".utf8), to: reference.path)
    let failure = await #expect(throws: Failure.self) {
      try await store.snapshot(.fixture(method: .put, body: .file(reference)))
    }
    #expect(failure?.kind == .fileChanged)
    await store.close()
  }

  @Test func `a copy that no job took goes with the next prune when its maker is dead`()
    async throws
  {
    let store = try await open()
    _ = try await store.snapshot(.fixture(method: .put, body: .file(try file("bytes"))))
    let root = folder.path + "/state/snapshots"
    #expect(StateFolder.names(in: root).count == 1)
    _ = try await store.remove(
      .retention(olderThan: Timestamp(milliseconds: 0), retaining: ByteCount(1 << 40)))
    #expect(StateFolder.names(in: root).count == 1, "its maker lives")
    // As a process leaves it that was killed: a folder whose owner has no lock.
    mkdir(root + "/1-dead", 0o700)
    mkdir(root + "/999", 0o700)
    _ = try await store.remove(
      .retention(olderThan: Timestamp(milliseconds: 0), retaining: ByteCount(1 << 40)))
    #expect(StateFolder.names(in: root).count == 1)
    await store.close()
    #expect(StateFolder.names(in: root) == [])
  }
}
