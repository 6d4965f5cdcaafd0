import ClientCore
import ClientModel
import ClientStore
import Testing

/// Gives keys by name, and only those it holds.
struct SomeSecrets: SecretResolver {
  static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
  var known: [String: String] = ["K": SomeSecrets.key]

  func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
    guard case .environment(let name) = reference, let text = known[name] else {
      throw Failure(
        .secretMissing, what: "The secret \(reference) was not found.", why: "It is not set.",
        whatToDo: "Set it.")
    }
    return Secret(text)
  }
}

/// What each store promises of shared values.
struct SharedValueStoreTests {
  let folder = StateFolder()
  let clock = StillClock()
  let secrets = SomeSecrets()

  static let rules: [SharedRule] = [
    SharedRule(), SharedRule([.gzip]), SharedRule([.base64]), SharedRule([.gzip, .base64]),
    SharedRule([.aesGCM(key: .environment("K"))]), SharedRule(secrecy: .secret),
    SharedRule([.program(["/cipher", "--fast"]), .gzip]),
    SharedRule([.base64, .gzip, .aesGCM(key: .environment("K")), .base64], secrecy: .secret),
  ]

  private func get(_ store: any Storage, _ key: String = "k") async throws -> SharedContent? {
    try await store.sharedValue(try #require(SharedKey(key)), opening: secrets)?.content
  }

  private func set(
    _ store: any Storage, _ key: String, _ setting: SharedSetting
  ) async throws -> SharedValueFacts {
    try await store.setShared(
      try #require(SharedKey(key)), setting, at: clock.now, opening: secrets)
  }

  @Test(arguments: StoreKind.allCases, rules)
  func `R34 a value is set, read, listed and removed under every rule`(
    _ kind: StoreKind, _ rule: SharedRule
  ) async throws {
    let store = try await kind.make(in: folder, clock: clock)
    for content in [
      SharedContent("hello"), SharedContent(""), SharedContent([0, 255, 0x80]),
      SharedContent([UInt8](repeating: 7, count: 100_000)),
    ] {
      let facts = try await set(store, "k", .content(content, rule))
      #expect(facts.rule == rule)
      #expect(facts.size == content.size)
      #expect(try await get(store) == content)
      #expect(
        try await store.sharedSnapshot()
          == SharedValueSnapshot(version: facts.version, facts: [facts]))
    }
    let before = try await store.sharedSnapshot().version
    #expect(try await store.sharedSnapshot(newerThan: before) == nil)
    let key = try #require(SharedKey("k"))
    #expect(try await store.removeShared([key]).facts.map(\.key) == [key])
    #expect(try await store.removeShared([key]).facts == [])
    #expect(try await get(store) == nil)
    #expect(try await store.sharedSnapshot(newerThan: before) != nil)
    await store.close()
  }

  @Test(arguments: rules)
  func `R34 R36 T-R8 a value is there after a restart, as it was set`(
    _ rule: SharedRule
  ) async throws {
    do {
      let store = try await StoreKind.sqlite.make(in: folder, clock: clock)
      _ = try await set(store, "k", .content(SharedContent("fjord"), rule))
      await store.close()
    }
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    #expect(try await get(store) == SharedContent("fjord"))
    #expect(try await store.sharedSnapshot().facts.first?.rule == rule)
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `R36 T-R8 a value survives each change of its transforms, back and forth`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.make(in: folder, clock: clock)
    _ = try await set(store, "k", .content(SharedContent("fjord"), nil))
    for rule in Self.rules + Self.rules.reversed() {
      #expect(try await set(store, "k", .rule(rule)).rule == rule)
      #expect(try await get(store) == SharedContent("fjord"))
    }
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `R36 a transform that was set for a key takes the values that follow`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.make(in: folder, clock: clock)
    let rule = SharedRule([.gzip, .aesGCM(key: .environment("K"))])
    #expect(try await set(store, "k", .rule(rule)).size == nil)
    #expect(try await get(store) == nil)
    #expect(try await set(store, "k", .content(SharedContent("later"), nil)).rule == rule)
    #expect(try await get(store) == SharedContent("later"))
    await store.close()
  }

  @Test(arguments: rules)
  func `R36 what hides a value hides it on disk, and an encoding does not`(
    _ rule: SharedRule
  ) async throws {
    let store = try await StoreKind.sqlite.make(in: folder, clock: clock)
    _ = try await set(store, "k", .content(SharedContent("cnry-of-the-store"), rule))
    #expect(!folder.everything().holds("cnry-of-the-store") || !rule.isSecret)
    #expect(folder.everything().holds("cnry-of-the-store") == (rule == SharedRule()))
    let coded = "Y25yeS1vZi10aGUtc3RvcmU="
    #expect(folder.everything().holds(coded) == (rule.transforms == [.base64]))
    await store.close()
  }

  @Test func `a key that is not to be had is named, and comes back`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let key = try #require(SharedKey("k"))
    let rule = SharedRule([.aesGCM(key: .environment("K"))])
    _ = try await set(store, "k", .content(SharedContent("x"), rule))
    for (known, why) in [
      ([:], "env:K was not found"), (["K": "short"], "not a key of 32 bytes"),
      (["K": String(repeating: "ab", count: 32)], "a different key"),
    ] {
      let failure = await #expect(throws: Failure.self) {
        try await store.sharedValue(key, opening: SomeSecrets(known: known))
      }
      #expect(failure?.kind == .secretMissing)
      #expect(failure?.what.contains("The shared value k ") == true)
      #expect(failure?.why.contains(why) == true, "\(failure?.why ?? "")")
      // What cannot be opened is not written anew: nothing is lost.
      await #expect(throws: Failure.self) {
        try await store.setShared(
          key, .rule(SharedRule()), at: clock.now, opening: SomeSecrets(known: known))
      }
    }
    #expect(try await get(store) == SharedContent("x"))
    await store.close()
  }

  @Test func `a key may be given in base64 as well`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let rule = SharedRule([.aesGCM(key: .environment("K"))])
    _ = try await set(store, "k", .content(SharedContent("x"), rule))
    let base64 = SomeSecrets(known: ["K": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="])
    let key = try #require(SharedKey("k"))
    #expect(try await store.sharedValue(key, opening: base64)?.content == SharedContent("x"))
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `a value that is too large is refused`(_ kind: StoreKind) async throws {
    let store = try await kind.make(in: folder, clock: clock)
    let most = Int(SharedContent.most.bytes)
    let fits = SharedContent([UInt8](repeating: 1, count: most))
    _ = try await set(
      store, "k",
      .content(fits, SharedRule([.base64, .gzip, .base64, .aesGCM(key: .environment("K"))])))
    #expect(try await get(store) == fits)
    let failure = await #expect(throws: Failure.self) {
      _ = try await set(
        store, "k", .content(SharedContent([UInt8](repeating: 1, count: most + 1)), nil))
    }
    #expect(failure?.whatToDo.isEmpty == false)
    #expect(try await get(store) == fits)
    await store.close()
  }

  @Test func `two processes that set at once both succeed, and one is last`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let other = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let key = try #require(SharedKey("k"))
    let secrets = secrets
    let rule = SharedRule([.aesGCM(key: .environment("K"))], secrecy: .secret)
    _ = try await set(one, "k", .rule(rule))
    let versions = try await withThrowingTaskGroup(of: Int64.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await (number % 2 == 0 ? one : other).setShared(
            key, .content(SharedContent("\(number)"), nil), at: Timestamp(milliseconds: 1),
            opening: secrets
          ).version
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(versions).count == 20)
    #expect(try await get(one) == (try await get(other)))
    #expect(try await one.check() == [])
    await one.close()
    await other.close()
  }
}
