import ClientCore
import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// Values under keys that survive, are watched, and are sealed.
@Suite(.usesSystem(minutes: 6)) struct ValueRowTests {
  /// Gives one key of 32 bytes, whatever is asked for.
  private struct OneKey: SecretResolver {
    func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
      Secret(String(repeating: "ab", count: 32))
    }
  }

  private func key(_ name: String) throws -> SharedKey { try #require(SharedKey(name)) }

  @Test func `R34 a value is set, read and removed, and is there after a restart`() async throws {
    let (page, gone) = (try key("page"), try key("gone"))
    let bench = try await LibraryBench()
    try await bench.client.sharedValues.set(page, to: SharedContent("17"))
    try await bench.client.sharedValues.set(gone, to: SharedContent("x"))
    try await bench.client.sharedValues.set(page, to: SharedContent("18"))
    await bench.client.quit(.drain)
    let later = try await LibraryBench(in: bench.folder)
    #expect(try await later.client.sharedValues.value(of: page)?.content.text == "18")
    let removed = try await later.client.sharedValues.remove([gone, try key("never")])
    #expect(removed == [gone])
    #expect(try await later.client.sharedValues.value(of: gone) == nil)
    #expect(try await later.client.sharedValues.all().map(\.key) == [page])
    await later.client.quit(.drain)
  }

  @Test func `R35 only watched keys report their changes, with key and value`() async throws {
    let (page, city) = (try key("page"), try key("city"))
    let bench = try await LibraryBench()
    var one = try await bench.client.sharedValues.changes(of: .keys([city])).makeAsyncIterator()
    var all = try await bench.client.sharedValues.changes().makeAsyncIterator()
    let first = try await bench.client.sharedValues.set(page, to: SharedContent("1"))
    #expect(await all.next() == .updated(first, .content(SharedContent("1"))))
    let set = try await bench.client.sharedValues.set(city, to: SharedContent("Ulm"))
    #expect(await one.next() == .updated(set, .content(SharedContent("Ulm"))))
    #expect(await all.next() == .updated(set, .content(SharedContent("Ulm"))))
    try await bench.client.sharedValues.remove([page, city])
    // The removed value goes along.
    #expect(await one.next() == .removed(set, .content(SharedContent("Ulm"))))
    await bench.client.quit(.drain)
  }

  @Test func `R36 a key's transforms are done and undone without a word, and unknown ones refused`()
    async throws
  {
    let token = try key("token")
    let text = String(repeating: "fjord ", count: 100)
    let bench = try await LibraryBench(secrets: OneKey())
    let rule = SharedRule([.gzip, .base64, try ValueTransform("aes-gcm=env:K")])
    try await bench.client.sharedValues.setRule(rule, of: token)
    let facts = try await bench.client.sharedValues.set(token, to: SharedContent(text))
    #expect(facts.rule == rule && facts.storedSize.bytes < 300)
    #expect(try await bench.client.sharedValues.value(of: token)?.content.text == text)
    for word in ["compress", "rsa", "rot13"] {
      #expect(throws: Failure.self) { try ValueTransform(word) }
    }
    await bench.client.quit(.drain)
    // Another program, without the key.
    let other = try await LibraryBench(in: bench.folder)
    let failure = await #expect(throws: Failure.self) {
      try await other.client.sharedValues.value(of: token)
    }
    #expect(failure?.kind == .secretMissing)
    await other.client.quit(.drain)
  }

  @Test func `T-R8 sealed values outlive restarts and other transforms, and all can be removed`()
    async throws
  {
    let (token, page) = (try key("token"), try key("page"))
    let secret = "hush-\(UInt64.random(in: .min ... .max))"
    let bench = try await LibraryBench()
    let rule = SharedRule([.gzip], secrecy: .secret)
    try await bench.client.sharedValues.set(token, to: SharedContent(secret), as: rule)
    try await bench.client.sharedValues.set(page, to: SharedContent(secret), as: rule)
    await bench.client.quit(.drain)
    let second = try await LibraryBench(in: bench.folder)
    #expect(try await second.client.sharedValues.value(of: token)?.content.text == secret)
    let changed = SharedRule([.base64, .gzip], secrecy: .secret)
    try await second.client.sharedValues.setRule(changed, of: token)
    await second.client.quit(.drain)
    let third = try await LibraryBench(in: bench.folder)
    let value = try #require(try await third.client.sharedValues.value(of: token))
    #expect(value.content.text == secret && value.facts.rule == changed)
    await third.client.quit(.drain)
    // Whoever removes all has read none of them.
    let fourth = try await LibraryBench(in: bench.folder)
    #expect(Set(try await fourth.client.sharedValues.removeAll()) == [token, page])
    #expect(try await fourth.client.sharedValues.all().isEmpty)
    await fourth.client.quit(.drain)
    let folder = bench.folder.path("state")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
    }
  }
}
