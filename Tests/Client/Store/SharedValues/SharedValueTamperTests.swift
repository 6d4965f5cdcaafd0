import ClientCore
import ClientModel
import Foundation
import Glibc
import Testing

@testable import ClientStore

/// T18: what somebody did to sealed values is an error that names the key, never another value.
struct SharedValueTamperTests {
  let folder = StateFolder()
  let clock = StillClock()
  let secrets = SomeSecrets()

  static let rules: [SharedRule] = [
    SharedRule(secrecy: .secret), SharedRule([.aesGCM(key: .environment("K"))]),
    SharedRule([.gzip, .aesGCM(key: .environment("K"))], secrecy: .secret),
  ]

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: clock).storage
  }

  private func harm(_ sql: String) throws { try folder.execute(sql) }

  private func harm(_ sql: String, _ value: [UInt8]) throws {
    let db = try folder.database()
    let query = try Query(db, sql)
    query.bind(1, value)
    try query.run()
  }

  private func set(
    _ store: SQLiteStorage, _ key: String, _ text: String, _ rule: SharedRule?
  ) async throws {
    _ = try await store.setShared(
      try #require(SharedKey(key)), .content(SharedContent(text), rule), at: clock.now,
      opening: secrets)
  }

  private func get(_ store: SQLiteStorage, _ key: String) async throws -> String? {
    try await store.sharedValue(try #require(SharedKey(key)), opening: secrets)?.content.text
  }

  /// Reading must fail by name; the check must find it; setting it anew must heal it.
  private func expectRefusal(
    _ key: String, _ why: String, _ rule: SharedRule, also others: [String] = [],
    isFoundByCheck: Bool = true
  ) async throws {
    let store = try await open()
    let failure = await #expect(throws: Failure.self) { try await get(store, key) }
    #expect(failure?.kind == .storage)
    #expect(failure?.what.contains("The shared value \(key) ") == true, "\(failure?.what ?? "")")
    #expect(failure?.why.contains(why) == true, "\(failure?.why ?? "")")
    if isFoundByCheck {
      let texts = try await store.check().map(\.text)
      #expect(texts.contains { $0.contains("The shared value \(key) ") }, "\(texts)")
    }
    for other in others { #expect(try await get(store, other) == other) }
    // A rule taken from what was tampered with would not be the user's.
    await #expect(throws: Failure.self) { try await set(store, key, "new", nil) }
    try await set(store, key, "new", rule)
    #expect(try await get(store, key) == "new")
    await store.close()
  }

  @Test(arguments: rules, 0..<12)
  func `T18 a flipped byte is an error that names the key`(
    _ rule: SharedRule, _ seed: Int
  ) async throws {
    var store = try await open()
    try await set(store, "a", "a", rule)
    try await set(store, "b", "b", rule)
    await store.close()
    let column = seed % 3 == 0 ? "facts" : "value"
    let db = try folder.database()
    let bytes = try #require(
      try Query(db, "SELECT \(column) FROM shared WHERE name = 'a'").first { $0.blob(0) })
    var changed = bytes
    changed[(seed * 7 + 3) % (bytes.count - 4)] ^= UInt8(1 << (seed % 8))
    // Whoever means harm writes the checksum as well.
    let version = try #require(
      try Query(db, "SELECT version FROM shared WHERE name = 'a'").first { $0.integer(0) })
    let key = try #require(SharedKey("a"))
    let place = RowIdentity.shared(
      column == "facts" ? .shared : .sharedValue, key, version: version)
    var writer = PayloadWriter(for: place, vault: Vault(folder: folder.path))
    for byte in changed.dropLast(4) { writer.byte(byte) }
    changed = Record.close(&writer)
    try harm("UPDATE shared SET \(column) = ? WHERE name = 'a'", changed)
    store = try await open()
    let failure = await #expect(throws: Failure.self) { try await get(store, "a") }
    #expect(failure?.what.contains("The shared value a ") == true, "\(failure.debugDescription)")
    #expect(try await get(store, "b") == "b")
    await store.close()
  }

  @Test(arguments: rules)
  func `T18 rows that were swapped are refused`(_ rule: SharedRule) async throws {
    let store = try await open()
    for key in ["a", "b", "c"] { try await set(store, key, key, rule) }
    await store.close()
    try harm(
      """
      UPDATE shared SET name = 'x' WHERE name = 'a'; UPDATE shared SET name = 'a' WHERE name = 'b';
      UPDATE shared SET name = 'b' WHERE name = 'x';
      """)
    try await expectRefusal("a", "it belongs to another key", rule, also: ["c"])
  }

  @Test(arguments: rules)
  func `T18 the value of another row is refused`(_ rule: SharedRule) async throws {
    let store = try await open()
    for key in ["a", "b", "c"] { try await set(store, key, key, rule) }
    await store.close()
    try harm(
      "UPDATE shared SET value = (SELECT value FROM shared WHERE name = 'b') WHERE name = 'a'")
    try await expectRefusal("a", "checksum", rule, also: ["b", "c"])
  }

  @Test(arguments: rules)
  func `T18 an old row that was put back is noticed`(_ rule: SharedRule) async throws {
    let store = try await open()
    try await set(store, "a", "old", rule)
    try await set(store, "c", "c", rule)
    try harm("CREATE TABLE earlier AS SELECT * FROM shared WHERE name = 'a'")
    try await set(store, "a", "new", rule)
    await store.close()
    try harm(
      "DELETE FROM shared WHERE name = 'a'; INSERT INTO shared SELECT * FROM earlier; DROP TABLE earlier"
    )
    try await expectRefusal("a", "an earlier value was restored", rule, also: ["c"])
  }

  @Test(arguments: rules)
  func `T18 a value that was removed does not come back`(_ rule: SharedRule) async throws {
    let store = try await open()
    try await set(store, "a", "old", rule)
    try await set(store, "c", "c", rule)
    try harm("CREATE TABLE earlier AS SELECT * FROM shared WHERE name = 'a'")
    _ = try await store.removeShared([try #require(SharedKey("a"))])
    await store.close()
    try harm("INSERT INTO shared SELECT * FROM earlier; DROP TABLE earlier")
    try await expectRefusal("a", "a removed value was restored", rule, also: ["c"])
  }

  @Test(arguments: rules)
  func `T18 a row that was taken away is missed`(_ rule: SharedRule) async throws {
    let store = try await open()
    for key in ["a", "c"] { try await set(store, key, key, rule) }
    await store.close()
    try harm("DELETE FROM shared WHERE name = 'a'")
    try await expectRefusal("a", "its row was removed", rule, also: ["c"])
  }

  @Test(arguments: rules)
  func `T18 a plain value in a sealed one's place is refused`(_ rule: SharedRule) async throws {
    let store = try await open()
    try await set(store, "a", "plain", SharedRule())
    try harm("CREATE TABLE earlier AS SELECT * FROM shared WHERE name = 'a'")
    for key in ["a", "c"] { try await set(store, key, key, rule) }
    await store.close()
    try harm(
      "DELETE FROM shared WHERE name = 'a'; INSERT INTO shared SELECT * FROM earlier; DROP TABLE earlier"
    )
    try await expectRefusal("a", "a plain value replaces a sealed one", rule, also: ["c"])
  }

  @Test(arguments: rules)
  func `T18 without its list no sealed value passes`(_ rule: SharedRule) async throws {
    let store = try await open()
    try await set(store, "a", "a", rule)
    try await set(store, "p", "p", SharedRule())
    await store.close()
    try harm("UPDATE sharedList SET list = NULL")
    try await expectRefusal("a", "the list of sealed values is missing", rule, also: ["p"])
  }

  @Test(arguments: rules, ["cut", "flip"])
  func `T18 a list that was changed lets nothing pass until all is removed`(
    _ rule: SharedRule, _ how: String
  ) async throws {
    var store = try await open()
    try await set(store, "a", "a", rule)
    await store.close()
    let db = try folder.database()
    var bytes = try #require(try Query(db, "SELECT list FROM sharedList").first { $0.blob(0) })
    if how == "cut" { bytes.removeLast(20) } else { bytes[30] ^= 1 }
    try harm("UPDATE sharedList SET list = ?", bytes)
    store = try await open()
    let failure = await #expect(throws: Failure.self) { try await get(store, "a") }
    #expect(failure?.what.contains("The shared value a ") == true)
    await #expect(throws: Failure.self) { try await set(store, "a", "new", rule) }
    #expect(try await store.removeShared(nil).facts.count == 1)
    try await set(store, "a", "new", rule)
    #expect(try await get(store, "a") == "new")
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test(arguments: ["missing", "cut", "other"])
  func `T18 a lost key is named, and plain values are still read and set`(
    _ harm: String
  ) async throws {
    let key = folder.path + "/key"
    var store = try await open()
    try await set(store, "a", "a", SharedRule(secrecy: .secret))
    try await set(store, "p", "p", SharedRule())
    await store.close()
    let bytes = StateFolder.bytes(of: key)
    switch harm {
    case "missing": unlink(key)
    case "cut": truncate(key, 3)
    default: StateFolder.write([UInt8](repeating: 3, count: 32), to: key)
    }
    store = try await open()
    let failure = await #expect(throws: Failure.self) { try await get(store, "a") }
    #expect(failure?.kind == .secretMissing)
    #expect(failure?.what == "The shared value a cannot be decrypted.")
    #expect(try await get(store, "p") == "p")
    try await set(store, "p", "q", nil)
    #expect(try await get(store, "p") == "q")
    let refusal = await #expect(throws: Failure.self) {
      try await set(store, "b", "b", SharedRule(secrecy: .secret))
    }
    #expect(refusal?.what.contains("The shared value b ") == true)
    await store.close()
    StateFolder.write(bytes, to: key)
    store = try await open()
    #expect(try await get(store, "a") == "a")
    await store.close()
  }
}
