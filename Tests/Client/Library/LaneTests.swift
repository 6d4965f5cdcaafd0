import ClientCore
import ClientHTTP
import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// A lane of a program that uses the library, in front of a server that responds on request.
@Suite(.serialized, .usesSystem(minutes: 6)) struct LaneTests {
  private func requests(
    _ server: LedgerServer, _ count: Int, _ query: (Int) -> String = { "hold=\($0)" }
  ) throws -> [PreparedRequest] {
    try (0..<count).map { number in
      var request = try PreparedRequest(to: "\(server.url)/\(number)?\(query(number))")
      request.options.retry = RetryRule(attempts: 1)
      return request
    }
  }

  @Test
  func `J8 two requests of a lane are under way, others wait, and a raised limit counts at once`()
    async throws
  {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    let ids = try await rig.submit(try requests(server, 6) { _ in "hold=all" })
    #expect(try await rig.isAt(server, 2))
    #expect(try await rig.jobs(.waiting) == Array(ids[2...]))
    try await rig.client.setLimit(5, of: rig.lane)
    #expect(try await rig.isAt(server, 5))
    #expect(try await rig.jobs(.waiting) == [ids[5]])
    server.release("all")
    #expect(try await rig.client.wait(for: ids).allSatisfy { $0.state == .succeeded })
    await rig.client.quit(.drain)
  }

  @Test func `J9 the pending requests are listed in their order, without those under way`()
    async throws
  {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    let ids = try await rig.submit(try requests(server, 5))
    #expect(try await rig.isAt(server, 2))
    #expect(try await rig.jobs(.waiting) == Array(ids[2...]))
    #expect(try await rig.jobs(.running).sorted() == Array(ids[..<2]))
    server.release("1")
    _ = try await rig.client.wait(for: [ids[1]])
    #expect(try await rig.isAt(server, 2))
    #expect(try await rig.jobs(.waiting) == Array(ids[3...]))
    await rig.client.quit(.stop)
  }

  @Test
  func
    `J10 a pause starts nothing new, also in new lanes, what runs goes on, and resuming continues`()
    async throws
  {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    let lanes = try await rig.client.lanes()
    #expect(lanes.allSatisfy { !$0.lane.isPaused })
    let ids = try await rig.submit(try requests(server, 4))
    #expect(try await rig.isAt(server, 2))
    #expect(try await rig.client.pause(rig.lane).isPaused)
    server.release("0")
    #expect(try await rig.client.wait(for: [ids[0]]).first?.state == .succeeded)
    // What waits for another lane is not concerned, and shows that the queue has moved on since.
    let other = try await rig.client.submit([
      NewJob(request: try PreparedRequest(to: server.url + "/other"), lane: LaneKey(name: "other"))
    ])
    #expect(try await rig.client.wait(for: other).first?.state == .succeeded)
    #expect(try await rig.jobs(.waiting) == Array(ids[2...]))
    #expect(try await !rig.client.resume(rig.lane).isPaused)
    for number in 1...3 { server.release("\(number)") }
    #expect(try await rig.client.wait(for: ids).allSatisfy { $0.state == .succeeded })
    // Two lanes that have had no job yet: one is paused by its name, the other with all.
    let unused = LaneKey(name: "unused")
    #expect(try await rig.client.pause(unused).isPaused)
    func add(to lane: LaneKey) async throws -> JobID {
      let request = try PreparedRequest(to: server.url + "/later")
      return try await rig.client.submit([NewJob(request: request, lane: lane)])[0]
    }
    var later = [try await add(to: unused)]
    _ = try await rig.client.wait(for: [try await add(to: LaneKey(name: "active"))])
    try await rig.client.pauseAll()
    later.append(try await add(to: LaneKey(name: "new")))
    await rig.client.waitUntilIdle()
    #expect(try await rig.jobs(.waiting) == later)
    try await rig.client.resumeAll()
    #expect(try await rig.client.wait(for: later).allSatisfy { $0.state == .succeeded })
    #expect(try await rig.client.futurePause() == .none)
    await rig.client.quit(.drain)
  }

  @Test func `T-J1 after a pause as many start as the limit allows, in order, and all end`()
    async throws
  {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    try await rig.client.pause(rig.lane)
    let ids = try await rig.submit(try requests(server, 5))
    try await rig.client.resume(rig.lane)
    for number in 0..<4 {
      #expect(try await rig.isAt(server, 2))
      let running = try await rig.jobs(.running).sorted()
      #expect(running == Array(ids[number...(number + 1)]))
      server.release("\(number)")
      _ = try await rig.client.wait(for: [ids[number]])
    }
    server.release("4")
    #expect(try await rig.client.wait(for: ids).allSatisfy { $0.state == .succeeded })
    await rig.client.quit(.drain)
  }

  @Test func `T-J2 requests that fail on the wire free their slots, and all end`() async throws {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    try await rig.client.pause(rig.lane)
    let ids = try await rig.submit(
      try requests(server, 7) { $0.isMultiple(of: 2) ? "drop=before" : "status=200" })
    let client = rig.client
    let lane = rig.lane
    let diary = Diary()
    let waiting = Task {
      let words = try await client.wait(for: ids).map(\.state.word)
      diary.note("ended")
      return words
    }
    try await client.resume(lane)
    try #require(try await diary.comesTo(["ended"]))
    let words = try await waiting.value
    #expect(
      words == [.failed, .succeeded, .failed, .succeeded, .failed, .succeeded, .failed])
    await rig.client.quit(.stop)
  }

  @Test func `T-J3 equal requests under way have their own responses and ends`() async throws {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    try await rig.client.setLimit(3, of: rig.lane)
    let ids = try await rig.submit(
      try ["a", "bb", "ccc"].map {
        try PreparedRequest(
          .post, to: server.url + "/same?hold=all", headers: [HeaderField("X-A", "1")],
          body: .bytes(Array($0.utf8)))
      })
    #expect(Set(ids).count == 3)
    #expect(try await rig.isAt(server, 3))
    _ = try await rig.client.cancel([ids[1]])
    #expect(try await rig.client.wait(for: [ids[1]]).first?.state.word == .cancelled)
    server.release("all")
    let ended = try await rig.client.wait(for: ids)
    #expect(ended.map(\.state.word) == [.succeeded, .cancelled, .succeeded])
    for (id, length) in [(ids[0], 1), (ids[2], 3)] {
      let result = try #require(try await rig.client.attempts(of: id).last?.result)
      #expect(result.text.contains("\"received\":\(length)}"), "\(result.text)")
    }
    await rig.client.quit(.drain)
  }

  @Test func `T-J4 a request that cannot be built ends with its reason and frees its slot`()
    async throws
  {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    try await rig.client.setLimit(1, of: rig.lane)
    var broken = try PreparedRequest(to: server.url + "/broken")
    broken.url = "ftp://127.0.0.1/broken"
    let ids = try await rig.submit(broken, broken, try PreparedRequest(to: server.url + "/good"))
    let diary = Diary()
    let client = rig.client
    Task {
      for job in try await client.wait(for: ids) { diary.note(job.state.word.rawValue) }
    }
    try #require(try await diary.comesTo(["failed", "failed", "succeeded"]))
    guard case .failed(let failure) = try await client.wait(for: ids)[0].state else { return }
    #expect(failure.kind == .invalidRequest && failure.why.contains("http or https"))
    #expect(try server.ledger.entries().map(\.id) == ["good"])
    await client.quit(.drain)
  }

  @Test func `T-J5 whoever waits for a pending request hears of its cancelling at once`()
    async throws
  {
    let server = try LedgerServer(.written)
    let rig = try await LibraryRig()
    try await rig.client.pause(rig.lane)
    let ids = try await rig.submit(try requests(server, 1) { _ in "" })
    let client = rig.client
    let diary = Diary()
    // Begins to wait before the cancelling or after it: both must end.
    Task {
      let word = try await client.wait(for: ids).first?.state.word
      diary.note(word?.rawValue ?? "none")
    }
    _ = try await client.cancel(ids)
    #expect(try await diary.comesTo(["cancelled"]))
    try await client.resume(rig.lane)
    await client.waitUntilIdle()
    #expect(try server.ledger.entries().isEmpty)
    await client.quit(.drain)
  }
}
