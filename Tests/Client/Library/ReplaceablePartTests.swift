import ClientCore
import ClientHTTP
import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// What a program that uses the library may put in the place of Weir's own.
@Suite(.usesSystem(minutes: 6)) struct ReplaceablePartTests {
  private let diary = Diary()

  private func request(_ path: String = "a") throws -> PreparedRequest {
    var request = try PreparedRequest(to: "https://api.test/\(path)")
    request.options.cache = CacheRule(mode: .fresh)
    return request
  }

  private func script(_ lifetime: Int) -> ScriptedTransport {
    ScriptedTransport([
      .json(
        nil, "https://api.test/*", "{}",
        fields: [ResponseField("Cache-Control", "max-age=\(lifetime)")])
    ])
  }

  @Test func `J24 a cache of one's own serves and stores, and without one nothing is stored`()
    async throws
  {
    let rig = try await LibraryRig(
      transport: NotedTransport(script(600), diary), cache: NotedCache(diary))
    for _ in 0..<2 { #expect(try await rig.send(try request()).job.state == .succeeded) }
    #expect(diary.words == ["look up", "look up", "send", "store", "look up", "look up"])
    await rig.client.quit(.drain)

    let bare = Diary()
    let without = try await LibraryRig(transport: NotedTransport(script(600), bare))
    for _ in 0..<2 { #expect(try await without.send(try request()).job.state == .succeeded) }
    #expect(bare.words == ["send", "send"])
    await without.client.quit(.drain)
  }

  @Test func `J25 a transport of one's own carries the requests in place of the network`()
    async throws
  {
    let rig = try await LibraryRig(transport: NotedTransport(script(0), diary))
    let (job, result) = try await rig.send(try PreparedRequest(to: "https://api.test/a"))
    #expect(job.state == .succeeded && result?.text == "{}")
    #expect(diary.words == ["send"])
    let once = TransportOptions(retry: RetryRule(attempts: 1))
    let (lost, _) = try await rig.send(
      try PreparedRequest(to: "https://elsewhere.test/a", options: once))
    #expect(lost.state.word == .failed)
    #expect(diary.words == ["send", "send"])
    await rig.client.quit(.drain)
  }

  @Test
  func `J5 a request in the queue stays as it was, whatever becomes of the value it came from`()
    async throws
  {
    let server = try RecorderServer()
    let rig = try await LibraryRig()
    try await rig.client.pause(rig.lane)
    var request = try PreparedRequest(
      .post, to: server.url + "/a", headers: [HeaderField("X-A", "one")], body: .bytes([0x61]))
    let first = try await rig.submit(request)
    let stored = try await rig.client.request(of: first[0])
    #expect(stored == request)
    request.headers[0] = HeaderField("X-A", "two")
    request.body = .bytes([0x62])
    let second = try await rig.submit(request)
    #expect(try await rig.client.request(of: first[0]) == stored)
    try await rig.client.resume(rig.lane)
    let ended = try await rig.client.wait(for: first + second)
    #expect(ended.allSatisfy { $0.state == .succeeded })
    let sent = server.requests.map {
      ($0.header("X-A") ?? "") + String(decoding: $0.body, as: UTF8.self)
    }
    #expect(sent.sorted() == ["onea", "twob"])
    await rig.client.quit(.drain)
  }
}
