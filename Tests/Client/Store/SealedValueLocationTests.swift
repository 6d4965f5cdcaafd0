import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// A sealed value opens in its own place, under its own key, and nowhere else (T18).
struct SealedValueLocationTests {
  let folder = StateFolder()
  let clock = StillClock()
  let place = SealedValueLocation(row: .request(of: JobID(7)), field: 1)

  @Test(arguments: [
    SealedValueLocation(row: .request(of: JobID(8)), field: 1),
    SealedValueLocation(row: .request(of: JobID(7)), field: 0),
    SealedValueLocation(row: RowIdentity(kind: .result, key: 7), field: 1),
    SealedValueLocation(row: RowIdentity(kind: .request, key: 7, name: "other"), field: 1),
  ])
  func `a value copied to another row, field or table does not open`(_ other: SealedValueLocation)
    throws
  {
    let vault = Vault(folder: folder.path)
    let sealed = try vault.seal(Array("secret".utf8), at: place)
    #expect(try vault.open(sealed, at: place) == Array("secret".utf8))
    let failure = #expect(throws: Failure.self) { try vault.open(sealed, at: other) }
    #expect(failure?.kind == .storage)
  }

  @Test func `every flipped byte of a sealed value is found`() throws {
    let vault = Vault(folder: folder.path)
    let sealed = try vault.seal(Array("secret".utf8), at: place)
    for index in sealed.indices {
      var flipped = sealed
      flipped[index] ^= 0x40
      #expect(throws: Failure.self, "byte \(index)") { try vault.open(flipped, at: place) }
    }
  }

  @Test func `an unknown key is named, with what to do`() throws {
    let sealed = try Vault(folder: folder.path).seal(Array("secret".utf8), at: place)
    let first = VaultKey.name(of: Array(sealed[1..<9]))
    StateFolder.write([UInt8](repeating: 1, count: 32), to: folder.path + "/key")
    let second = try VaultKey([UInt8](repeating: 1, count: 32)).name
    let failure = #expect(throws: Failure.self) {
      try Vault(folder: folder.path).open(sealed, at: place)
    }
    #expect(failure?.kind == .secretMissing)
    #expect(failure?.why.contains(first) == true && failure?.why.contains(second) == true)
    #expect(failure?.whatToDo.contains("key.\(first)") == true)
  }

  @Test func `a key that was replaced opens what it sealed from beside the new one`() throws {
    let key = folder.path + "/key"
    let old = try Vault(folder: folder.path).seal(Array("old".utf8), at: place)
    let bytes = StateFolder.bytes(of: key)
    unlink(key)
    let vault = Vault(folder: folder.path)
    let new = try vault.seal(Array("new".utf8), at: place)
    #expect(throws: Failure.self) { try vault.open(old, at: place) }
    StateFolder.write(bytes, to: "\(key).\(VaultKey.name(of: Array(old[1..<9])))")
    #expect(try vault.open(old, at: place) == Array("old".utf8))
    #expect(try vault.open(new, at: place) == Array("new".utf8))
  }

  @Test func `a row's secrets do not open in another row, whatever the checksum says`()
    async throws
  {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let ids = try await store.add([
      NewJob(
        request: .fixture(headers: [HeaderField("A", .secret("first"))]), lane: .fixture()),
      NewJob(
        request: .fixture(headers: [HeaderField("A", .secret("other"))]), lane: .fixture()),
    ])
    let vault = store.vault
    try store.connections.write { db in
      let bytes = try Query(db, "SELECT request FROM requests WHERE job = \(ids[0])")
        .first { $0.blob(0) }
      var copy = PayloadWriter(for: .request(of: ids[1]), vault: vault)
      for byte in try #require(bytes).dropLast(4) { copy.byte(byte) }
      let query = try Query(db, "UPDATE requests SET request = ?1 WHERE job = \(ids[1])")
      query.bind(1, Record.close(&copy))
      try query.run()
    }
    #expect(try await store.request(of: ids[0])?.headers.first?.value == .secret("first"))
    await #expect(throws: Failure.self) { try await store.request(of: ids[1]) }
    await store.close()
  }

  @Test func `a response to a request with secrets is stored sealed, all of it`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let id = try await store.add([.fixture()])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    var result = AttemptResult.fixture(body: .inline(Array("{\"token\":\"canary-9\"}".utf8)))
    result.head?.fields = [
      ResponseField("X-Echo", "canary-9"), ResponseField("Set-Cookie", "a=canary-9"),
    ]
    var end = AttemptEnd.fixture(id, result: result)
    end.protection = .sealed
    _ = try await store.commit(StoreBatch(ends: [end]))
    #expect(try await store.attempts(of: id).first?.result == result)
    #expect(!folder.everything().holds("canary-9"))
    #expect(try await store.check() == [])
    await store.close()
  }
}
