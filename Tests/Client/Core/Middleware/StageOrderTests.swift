import ClientModel
import Testing

@testable import ClientCore

/// Stages by themselves: one after another, each awaited, the first error skipping the rest.
struct StageOrderTests {
  private static func response(_ body: String = "{}", status: Int = 200) -> ReceivedResponse {
    ReceivedResponse(
      to: .fixture(), head: ResponseHead(status: status),
      body: Body(memory: Array(body.utf8), mediaType: "application/json"))
  }

  private static func slow(_ name: String, _ gate: Gate) -> ClosureProcessor {
    ClosureProcessor(name) { response in
      gate.note("\(name) begins")
      await gate.pass(name)
      gate.note("\(name) ends")
      return response
    }
  }

  @Test(arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]])
  func `T-J8 J16 three asynchronous processors run in their order, whichever could end first`(
    release: [String]
  ) async throws {
    let gate = Gate()
    let compound = CompoundProcessor("all", ["a", "b", "c"].map { Self.slow($0, gate) })
    async let done = compound.process(Self.response())
    // The gates open in any order: a later processor may be ready long before the first.
    for name in release { gate.open(name) }
    _ = try await done
    #expect(gate.log == ["a", "b", "c"].flatMap { ["\($0) begins", "\($0) ends"] })
  }

  @Test func `T-J8 the last of three processors waits while the first is at work`() async throws {
    let gate = Gate()
    let compound = CompoundProcessor("all", ["a", "b", "c"].map { Self.slow($0, gate) })
    gate.open("b")
    gate.open("c")
    async let done = compound.process(Self.response())
    try await eventually { gate.isWaiting("a") }
    #expect(gate.log == ["a begins"])
    gate.open("a")
    _ = try await done
    #expect(gate.log.last == "c ends")
  }

  @Test func `J16 T-J8 the second error skips the third processor`() async {
    let gate = Gate()
    gate.open("a")
    var stages = StageRun(clock: ManualClock())
    let processed = await stages.process(
      Self.response(),
      [
        Self.slow("a", gate), ClosureProcessor("b") { _ in throw Failure.fixture(.serviceFailure) },
        Self.slow("c", gate),
      ])
    guard case .refused(_, let stage, let refusal) = processed else {
      Issue.record("It was not refused.")
      return
    }
    #expect(stage.name == "b" && refusal == .fixture(.serviceFailure))
    #expect(gate.log == ["a begins", "a ends"])
    #expect(
      stages.notes == [
        StageNote("a", .response, .passed), StageNote("b", .response, .refused),
        StageNote("c", .response, .skipped),
      ])
  }

  @Test func `J13 preparers run in order and the first error skips the rest`() async {
    var stages = StageRun(clock: ManualClock())
    let seen = Gate()
    await #expect(throws: Failure.fixture(.secretMissing)) {
      _ = try await stages.prepare(
        .fixture(),
        [
          ClosurePreparer("one") {
            var request = $0
            request.headers.append(HeaderField("X-One", "1"))
            return request
          },
          ClosurePreparer("two") { request in
            seen.note(request.headers.map(\.name).joined())
            throw Failure.fixture(.secretMissing)
          },
          ClosurePreparer("three") { request in
            seen.note("three")
            return request
          },
        ], at: .submit)
    }
    #expect(seen.log == ["X-One"])
    #expect(stages.notes.map(\.end) == [.changed, .refused, .skipped])
  }

  @Test func `J14 default fields fill what is missing and overwrite nothing`() {
    let request = PreparedRequest.fixture(
      path: "/?page=2", headers: [HeaderField("accept", "text/plain")])
    let filled = DefaultFields(
      headers: [HeaderField("Accept", "application/json"), HeaderField("X-Client", "weir")],
      query: [("page", "1"), ("lang", "de at")]
    ).prepare(request)
    #expect(filled.headers.map(\.name) == ["accept", "X-Client"])
    #expect(filled.headers[0].value == "text/plain")
    #expect(filled.url == "http://a.example/?page=2&lang=de%20at")
    let credentials = Credentials.bearer(.secret("t"))
    #expect(Authorization(credentials).prepare(request).credentials == credentials)
    let own = PreparedRequest.fixture(credentials: .bearer(.secret("own")))
    #expect(Authorization(credentials).prepare(own).credentials == own.credentials)
  }

  @Test func `T-J14 an error that is not a failure becomes one that quotes it`() async {
    struct Odd: Error {}
    await #expect {
      _ = try await ClosurePreparer("odd") { _ in throw Odd() }.prepare(.fixture())
    } throws: { error in
      let failure = error as? Failure
      return failure?.why.contains("Odd()") == true && failure?.what.contains("odd") == true
    }
  }

  @Test func `a preparer on dispatch cannot lead a request to another server`() async {
    let stray = ClosurePreparer("stray") {
      var request = $0
      request.url = "http://evil.example/"
      return request
    }
    for place in [StageNote.Phase.submit, .dispatch] {
      var stages = StageRun(clock: ManualClock())
      await #expect(throws: Failure.self) {
        _ = try await stages.prepare(.fixture(), [stray], at: place)
      }
    }
  }
}
