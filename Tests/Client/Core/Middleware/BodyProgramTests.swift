import ClientModel
import Synchronization
import Testing

@testable import ClientCore

/// Programs that transform bodies, with a runner in place of programs.
struct BodyProgramTests {
  /// Prints what it reads in reverse, or ends as a test says.
  private final class Reversal: ProgramRunner {
    private let end: ProgramOutput.End
    private let complaint: String
    let asked = Mutex<[Program]>([])

    init(_ end: ProgramOutput.End = .exited(0), complaint: String = "") {
      self.end = end
      self.complaint = complaint
    }

    func run(_ program: Program) throws(Failure) -> ProgramOutput {
      asked.withLock { $0.append(program) }
      return ProgramOutput(end: end, output: program.input.reversed(), complaint: complaint)
    }
  }

  private static func program(_ runner: Reversal) -> BodyProgram {
    BodyProgram(CommandRule(["./tools/turn", "-x"], deadline: .seconds(5)), programs: runner)
  }

  private static func sent(_ bench: Bench) -> [String] {
    bench.transport.begun.map { attempt in
      if case .bytes(let bytes) = attempt.request.body {
        String(decoding: bytes, as: UTF8.self)
      } else {
        ""
      }
    }
  }

  @Test func `each attempt sends the transformed body, and the job stores it as it was`()
    async throws
  {
    let turn = Self.program(Reversal())
    let bench = Bench(middleware: Middleware(requestTransform: turn, responseTransform: turn)) {
      $0.id.number == 1 ? .fail(.connectTimeout, .nothing) : .body(200, "dlrow")
    }
    try await bench.client.start(as: .runner)
    let request = PreparedRequest.fixture(.put, body: .text("hello"))
    let ids = try await bench.client.submit([.fixture(request)])
    try await bench.advance { try await bench.job(ids[0]).state.word.isFinished }
    #expect(try await bench.job(ids[0]).state == .succeeded)
    #expect(Self.sent(bench) == ["olleh", "olleh"])
    #expect(try await bench.storage.request(of: ids[0])?.body == .text("hello"))
    let result = try #require(try await bench.client.attempts(of: ids[0]).last?.result)
    #expect(result.body == .inline(Array("world".utf8)))
    #expect(result.processing?.late.body == .replaced)
    #expect(result.processing?.stages.map(\.name) == ["turn", "turn"])
    #expect(result.processing?.stages.map(\.phase) == [.dispatch, .response])
  }

  @Test func `a redirect transforms the body once, and a request without a body not at all`()
    async throws
  {
    let runner = Reversal()
    let bench = Bench(middleware: Middleware(requestTransform: Self.program(runner))) {
      $0.id.number == 1
        ? .response(307, [ResponseField("Location", "/next")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let request = PreparedRequest.fixture(.post, body: .text("hello"))
    let ids = try await bench.client.submit([.fixture(request)])
    _ = try await bench.client.wait(for: ids)
    #expect(Self.sent(bench) == ["olleh", "olleh"])
    _ = try await bench.client.wait(for: try await bench.client.submit([.fixture()]))
    #expect(runner.asked.withLock { $0.count } == 2)
  }

  @Test func `the program receives the secrets of a body, and its error does not show them`()
    async throws
  {
    let runner = Reversal(.exited(3), complaint: "no key\nbad byte in s3cret-word\n")
    let bench = Bench(middleware: Middleware(requestTransform: Self.program(runner)))
    try await bench.client.start(as: .runner)
    let body = SensitiveText([.plain("pin="), .literal(Secret("s3cret-word"), .none)])
    let ids = try await bench.client.submit([.fixture(.fixture(.post, body: .text(body)))])
    let job = try #require(try await bench.client.wait(for: ids).first)
    guard case .failed(let failure) = job.state else {
      Issue.record("The job ended as \(job.state.word).")
      return
    }
    #expect(failure.kind == .program && failure.what.contains("turn"))
    #expect(failure.why == "It ended with status 3: bad byte in \(Secret.mask)")
    #expect(failure.whatToDo.contains("./tools/turn -x"))
    #expect(bench.transport.begun.isEmpty)
    let asked = runner.asked.withLock { $0 }
    #expect(asked.map(\.input) == [Array("pin=s3cret-word".utf8)])
    #expect(asked.map(\.deadline) == [.seconds(5)])
    #expect(asked.map(\.outputLimit) == [.mebibytes(1)])
  }

  @Test(arguments: [(200, true), (404, false)])
  func `a body that the program cannot read fails a response, unless its status does`(
    status: Int, byProgram: Bool
  ) async throws {
    let turn = Self.program(Reversal(.exited(1), complaint: "bad decrypt"))
    let bench = Bench(middleware: Middleware(responseTransform: turn)) { _ in
      .body(status, "plain")
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    let job = try #require(try await bench.client.wait(for: ids).first)
    guard case .failed(let failure) = job.state else {
      Issue.record("The job ended as \(job.state.word).")
      return
    }
    #expect((failure.kind == .program) == byProgram, "\(failure)")
    let result = try await bench.client.attempts(of: ids[0]).last?.result
    #expect(result?.body == .inline(Array("plain".utf8)))
  }

  @Test func `a multipart body and a changed file are refused`() async throws {
    let turn = Self.program(Reversal())
    let file = FileReference(path: "/nonexistent/file", size: 3, modified: 1, inode: 1)
    let cases: [(WireRequest.Body, Failure.Kind)] = [
      (.multipart(boundary: "b", parts: []), .program), (.file(file), .fileChanged),
    ]
    for (body, kind) in cases {
      await #expect {
        _ = try await turn.transformed(body)
      } throws: { error in
        (error as? Failure)?.kind == kind
      }
    }
    #expect(try await turn.transformed(.bytes([])) == nil)
  }
}
