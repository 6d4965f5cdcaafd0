import CCrypto
import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// Secrets are sealed on disk, and a bad key is an error that names it.
struct VaultTests {
  let folder = StateFolder()
  let clock = StillClock()
  let place = SealedValueLocation(row: .request(of: JobID(7)), field: 0)

  @Test func `no secret can be found in any file of the store`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let canaries = (0..<8).map { "canary-\($0)-kJ8s" }
    var request = PreparedRequest.fixture(
      headers: [HeaderField("X-Key", .secret(canaries[0]))],
      body: .multipart(
        boundary: "b", parts: [MultipartPart(name: "p", content: .text(.secret(canaries[1])))]),
      credentials: .basic(user: "visible-user", password: .secret(canaries[2])))
    request.secretQuery = [HeaderField("token", .secret(canaries[3]))]
    request.options.route.proxy = SensitiveText([
      .plain("http://u:"), .literal(Secret(canaries[4]), .percent), .plain("@proxy"),
    ])
    let id = try await store.add([NewJob(request: request, lane: .fixture())])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    let head = ResponseHead(
      status: 200, fields: [ResponseField("set-COOKIE", "sid=\(canaries[5])")])
    let result = AttemptResult(end: .responded, head: head)
    _ = try await store.commit(StoreBatch(ends: [.fixture(id, result: result)]))
    try await store.setCookie(value: "\(canaries[6])")
    var changed = request
    changed.body = .text(.secret(canaries[7]))
    let next = changed
    _ = try await store.change([id]) { job in JobChange(at: job.since, request: next) }
    #expect(try await store.request(of: id) == next)
    #expect(try await store.attempts(of: id).first?.result == result)
    let everything = folder.everything()
    #expect(everything.holds("visible-user"))
    for canary in canaries { #expect(!everything.holds(canary), "\(canary)") }
    await store.close()
    let after = folder.everything()
    for canary in canaries { #expect(!after.holds(canary), "\(canary) after closing") }
  }

  @Test func `the key is 0600 and made only when a secret comes`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    _ = try await store.add([.fixture()])
    #expect(access(folder.path + "/key", F_OK) != 0)
    try await store.setCookie(value: "c")
    var facts = stat()
    #expect(stat(folder.path + "/key", &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    #expect(facts.st_size == 32)
  }

  @Test(arguments: ["missing", "cut", "wrong", "open to others"])
  func `a bad key is an error that names it`(_ harm: String) throws {
    let sealed = try Vault(folder: folder.path).seal(Array("secret".utf8), at: place)
    let path = folder.path + "/key"
    switch harm {
    case "missing": unlink(path)
    case "cut": truncate(path, 31)
    case "wrong": StateFolder.write([UInt8](repeating: 1, count: 32), to: path)
    default: chmod(path, 0o644)
    }
    let failure = #expect(throws: Failure.self) {
      try Vault(folder: folder.path).open(sealed, at: place)
    }
    #expect(failure?.why.contains(path) == true)
  }

  @Test func `two that make the key at once have the same one`() async throws {
    let path = folder.path
    let sealed = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 0..<8 {
        group.addTask { try Vault(folder: path).seal(Array("s\(number)".utf8), at: place) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let opened = try sealed.map {
      String(decoding: try Vault(folder: path).open($0, at: place), as: UTF8.self)
    }
    #expect(Set(opened) == Set((0..<8).map { "s\($0)" }))
  }

  @Test func `sealing, hashing and the name of a key each have a key of their own`() throws {
    let root = [UInt8](repeating: 7, count: 32)
    let key = try VaultKey(root)
    #expect(key.sealing != root && key.sealing.count == 32)
    #expect(!key.sealing.starts(with: key.id) && !root.starts(with: key.id))
    let bytes = Array("bytes".utf8)
    let hash = try key.hash(bytes, for: "a")
    #expect(try hash == key.hash(bytes, for: "a"))
    #expect(try hash != key.hash(bytes, for: "b"))
    // Not the hash under the key that seals, nor under the one in the file.
    for other in [root, key.sealing] {
      var direct = [UInt8](repeating: 0, count: 32)
      let label = Array("a".utf8) + [0] + bytes
      #expect(ccrypto_hmac_sha256(other, other.count, label, label.count, &direct) == 1)
      #expect(direct != hash)
    }
  }
}
