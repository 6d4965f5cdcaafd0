import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// R34 to R36 through the client.
struct ClientSharedValueTests {
  private let key = SharedKey("page")!
  private let other = SharedKey("other")!

  private func client() -> Client { Bench().client }

  @Test func `R36 a program of the user's seals a value, and opens it`() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    let client = Client(
      storage: storage, transport: FakeTransport(), clock: clock, programs: Reverser())
    let values = client.sharedValues
    let sealed = SharedRule([.program(["/cipher"])])
    func stored() async throws -> String? {
      try await storage.sharedValue(key, opening: NoSecrets())?.content.text
    }
    try await values.set(key, to: SharedContent("abc"), as: sealed)
    #expect(try await stored() == "cba")
    #expect(try await values.value(of: key)?.content.text == "abc")
    // The rule of the key stays.
    try await values.set(key, to: SharedContent("de"))
    #expect(try await stored() == "ed")
    try await values.setRule(SharedRule([.gzip]), of: key)
    #expect(try await stored() == "de")
    try await values.setRule(sealed, of: key)
    #expect(try await stored() == "ed")
    #expect(try await values.value(of: key)?.facts.rule.isSecret == true)
    // What it refuses is not stored.
    await #expect(throws: Failure.self) { try await values.set(key, to: SharedContent("no")) }
    #expect(try await stored() == "ed")
    await #expect(throws: Failure.self) {
      try await values.setRule(SharedRule([.gzip, .program(["/cipher"])]), of: key)
    }
  }

  /// Prints its input backwards, except `no`.
  private struct Reverser: ProgramRunner {
    func run(_ program: Program) async throws(Failure) -> ProgramOutput {
      let isOrder = program.arguments.count == 2 && ["seal", "open"].contains(program.arguments[1])
      let text = String(decoding: program.input, as: UTF8.self)
      return ProgramOutput(
        end: .exited(isOrder && text != "no" ? 0 : 1), output: program.input.reversed())
    }
  }

  @Test func `R35 a watched key reports its value as it is set and removed`() async throws {
    let client = client()
    try await client.sharedValues.set(key, to: SharedContent("before"))
    var changes = try await client.sharedValues.changes(of: .keys([key])).makeAsyncIterator()
    try await client.sharedValues.set(other, to: SharedContent("unheard"))
    let set = try await client.sharedValues.set(key, to: SharedContent("one"))
    #expect(await changes.next() == .updated(set, .content(SharedContent("one"))))
    let again = try await client.sharedValues.set(key, to: SharedContent("two"))
    #expect(try await client.sharedValues.remove([key, other]) == [key, other])
    // It is opened when it is read: it is gone by then.
    #expect(await changes.next() == .updated(again, .unread))
    #expect(await changes.next() == .removed(again, .content(SharedContent("one"))))
  }

  @Test func `R35 R41 a removed value goes along with the news`() async throws {
    let client = client()
    try await client.sharedValues.set(key, to: SharedContent("last"))
    var changes = try await client.sharedValues.changes().makeAsyncIterator()
    try await client.sharedValues.removeAll()
    guard case .removed(let facts, .content(let content)) = await changes.next() else {
      Issue.record("no news of the removal")
      return
    }
    #expect(facts.key == key)
    #expect(content == SharedContent("last"))
  }

  @Test func `R35 all keys are heard, and a secret one is opened for those who ask`() async throws {
    let client = client()
    var open = try await client.sharedValues.changes().makeAsyncIterator()
    var everything = try await client.sharedValues.changes(opening: .everything).makeAsyncIterator()
    var nothing = try await client.sharedValues.changes(opening: .nothing).makeAsyncIterator()
    let secret = try await client.sharedValues.set(
      key, to: SharedContent("s"), as: SharedRule(secrecy: .secret))
    #expect(await open.next() == .updated(secret, .unread))
    #expect(await everything.next() == .updated(secret, .content(SharedContent("s"))))
    #expect(await nothing.next() == .updated(secret, .unread))
    let plain = try await client.sharedValues.set(other, to: SharedContent("p"))
    #expect(await open.next() == .updated(plain, .content(SharedContent("p"))))
    #expect(await nothing.next() == .updated(plain, .unread))
  }

  @Test func `R35 a stream that was not read says how many changes it dropped`() async throws {
    let client = client()
    var changes = try await client.sharedValues.changes(opening: .nothing, holding: 2)
      .makeAsyncIterator()
    for number in 0..<5 { try await client.sharedValues.set(key, to: SharedContent("\(number)")) }
    #expect(await changes.next() == .dropped(3))
    guard case .updated(let facts, _) = await changes.next() else {
      Issue.record("no change after the dropped ones")
      return
    }
    #expect(facts.version == 4)
  }

  @Test func `R35 another process's changes are heard by its doorbell`() async throws {
    let hall = SharedStorage.Hall(
      MemoryStorage(clock: ManualClock(), bodyFolder: "/nonexistent"))
    let one = Bench(behind: SharedStorage(hall, process: 1)).client
    let two = Bench(behind: SharedStorage(hall, process: 2)).client
    try await one.start(as: .visitor)
    var changes = try await one.sharedValues.changes(of: .keys([key])).makeAsyncIterator()
    try await two.sharedValues.set(key, to: SharedContent("theirs"))
    guard case .updated(let facts, let reading) = await changes.next() else {
      Issue.record("no news from the other process")
      return
    }
    #expect(facts.key == key)
    #expect(reading == .content(SharedContent("theirs")))
    try await two.sharedValues.remove([key])
    #expect(await changes.next() == .removed(facts, .content(SharedContent("theirs"))))
    await one.quit(.stop)
    #expect(await changes.next() == nil)
    await two.quit(.stop)
  }

  @Test(arguments: [("access_token", true), ("api-key", true), ("page", false)])
  func `a new key with the name of a credential is secret`(name: String, isSecret: Bool)
    async throws
  {
    let client = client()
    let key = try #require(SharedKey(name))
    let facts = try await client.sharedValues.set(key, to: SharedContent("x"))
    #expect(facts.rule.isSecret == isSecret)
    let open = try await client.sharedValues.set(key, to: SharedContent("x"), as: SharedRule())
    #expect(!open.rule.isSecret, "the user's own word counts")
    #expect(try await !client.sharedValues.set(key, to: SharedContent("y")).rule.isSecret)
    await client.quit(.stop)
  }

  @Test func `R40 R41 the event log shows values, and hides secret ones`() async throws {
    let client = client()
    var log = await client.eventLog(of: [.valueSet, .valueRemoved]).makeAsyncIterator()
    try await client.sharedValues.report(.all)
    try await client.sharedValues.set(key, to: SharedContent("open"))
    try await client.sharedValues.remove([key])
    try await client.sharedValues.set(
      other, to: SharedContent("hidden"), as: SharedRule(secrecy: .secret))
    let open = Event.ValueChange(key: "page", value: "open")
    #expect(await log.next()?.kind == .valueSet(open))
    #expect(await log.next()?.kind == .valueRemoved(open))
    #expect(await log.next()?.kind == .valueSet(Event.ValueChange(key: "other", value: nil)))
  }

  @Test func `R35 the event log reports only the keys that are watched, while they are`()
    async throws
  {
    let client = client()
    let log = await client.eventLog(of: [.valueSet, .valueRemoved, .own])
    try await client.sharedValues.set(key, to: SharedContent("before"))
    try await client.sharedValues.report(.keys([key]))
    try await client.sharedValues.set(other, to: SharedContent("unwatched"))
    try await client.sharedValues.remove([key, other])
    try await client.sharedValues.report(.keys([]))
    try await client.sharedValues.set(key, to: SharedContent("after"))
    try await client.raise(OwnEvent("end"))
    var kinds: [Event.Kind] = []
    for await event in log {
      if event.word == .own { break }
      kinds.append(event.kind)
    }
    // Its value was stored before it was watched, and is in the event all the same.
    #expect(kinds == [.valueRemoved(Event.ValueChange(key: "page", value: "before"))])
  }

  @Test func `R35 R41 the event of a value that another process removed has the value`()
    async throws
  {
    let hall = SharedStorage.Hall(
      MemoryStorage(clock: ManualClock(), bodyFolder: "/nonexistent"))
    let one = Bench(behind: SharedStorage(hall, process: 1)).client
    let two = Bench(behind: SharedStorage(hall, process: 2)).client
    try await two.sharedValues.set(key, to: SharedContent("old"))
    let secret = SharedRule(secrecy: .secret)
    try await two.sharedValues.set(other, to: SharedContent("hidden"), as: secret)
    var log = await one.eventLog(of: [.valueSet, .valueRemoved]).makeAsyncIterator()
    try await one.start(as: .visitor)
    try await one.sharedValues.report(.keys([key, other]))
    try await two.sharedValues.remove([key])
    let old = Event.ValueChange(key: "page", value: "old")
    #expect(await log.next()?.kind == .valueRemoved(old))
    try await two.sharedValues.set(key, to: SharedContent("new"))
    let new = Event.ValueChange(key: "page", value: "new")
    #expect(await log.next()?.kind == .valueSet(new))
    try await two.sharedValues.remove([key])
    #expect(await log.next()?.kind == .valueRemoved(new))
    try await two.sharedValues.remove([other])
    #expect(
      await log.next()?.kind == .valueRemoved(Event.ValueChange(key: "other", value: nil)))
    await one.quit(.stop)
    await two.quit(.stop)
  }

  @Test func `R36 a key's rule takes values to come, and the one there`() async throws {
    let client = client()
    let rule = SharedRule([.gzip], secrecy: .secret)
    #expect(try await client.sharedValues.setRule(rule, of: key).size == nil)
    #expect(try await client.sharedValues.set(key, to: SharedContent("x")).rule == rule)
    #expect(try await client.sharedValues.setRule(SharedRule(), of: key).rule == SharedRule())
    #expect(try await client.sharedValues.value(of: key)?.content == SharedContent("x"))
    #expect(try await client.sharedValues.all().map(\.key) == [key])
  }
}

/// R36, T-R9: the words of transforms.
struct ValueTransformTests {
  @Test(arguments: ["gzip", "base64", "aes-gcm=env:KEY", "aes-gcm=command:pass show api"])
  func `R36 a transform is read as it is written`(_ text: String) throws {
    #expect(try ValueTransform(text).description == text)
  }

  @Test(arguments: [
    ("compress", "LZW", "gzip"), ("rsa", "few hundred bytes", "aes-gcm"),
    ("RSA", "few hundred bytes", "aes-gcm"), ("aes-gcm", "reference", "env:NAME"),
    ("aes-gcm=mypassword", "reference", "env:NAME"), ("gzp", "transforms are", "gzip"),
  ])
  func `R36 T-R9 what Weir does not have is refused by name with the reason`(
    _ text: String, _ why: String, _ advice: String
  ) {
    let failure = #expect(throws: Failure.self) { try ValueTransform(text) }
    #expect(failure?.what.contains(text) == true)
    #expect(failure?.why.contains(why) == true)
    #expect(failure?.whatToDo.contains(advice) == true)
  }

  @Test func `T-R9 encodings hide nothing and are not called secret`() {
    #expect(!SharedRule([.gzip, .base64]).isSecret)
    #expect(SharedRule([.aesGCM(key: .environment("K"))]).isSecret)
    #expect(SharedRule(secrecy: .secret).isSecret)
  }

  @Test func `a rule is read back from its own words`() throws {
    for text in ["", "secret", "gzip", "secret, gzip, aes-gcm=command:pass show api"] {
      #expect(try SharedRule(words: text).description == text)
    }
    #expect(throws: Failure.self) { try SharedRule(words: "gzip, rot13") }
  }

  @Test func `a content prints as its size alone`() {
    let content = SharedContent("hidden")
    #expect("\(content) \(String(reflecting: content))" == "6 B 6 B")
    var dumped = ""
    dump(content, to: &dumped)
    #expect(!dumped.contains("hidden") && !dumped.contains("104"))
  }

  @Test(arguments: ["", " ", "a b", "a\nb", "\u{202E}x", String(repeating: "x", count: 201)])
  func `what cannot be a key is none`(_ text: String) {
    #expect(SharedKey(text) == nil)
  }
}
