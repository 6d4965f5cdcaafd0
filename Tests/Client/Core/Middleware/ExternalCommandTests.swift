import ClientModel
import Synchronization
import Testing

@testable import ClientCore

/// Programs as stages, with a runner that answers as a test says.
struct ExternalCommandTests {
  final class Script: ProgramRunner {
    let reply: @Sendable (Program) throws(Failure) -> ProgramOutput
    let asked = Mutex<[String]>([])

    init(_ output: String, _ end: ProgramOutput.End = .exited(0), complaint: String = "") {
      reply = { _ in ProgramOutput(end: end, output: Array(output.utf8), complaint: complaint) }
    }

    func run(_ program: Program) throws(Failure) -> ProgramOutput {
      asked.withLock { $0.append(String(decoding: program.input, as: UTF8.self)) }
      return try reply(program)
    }
  }

  private static func command(
    _ script: Script, _ place: StageNote.Phase
  ) -> ExternalCommand {
    ExternalCommand(CommandRule(["./tools/sign", "-x"]), at: place, programs: script)
  }

  @Test func `a program is given the request without its secrets and changes headers and body`()
    async throws
  {
    let script = Script(
      #"{"headers":{"X-Sign":"abc","X-Old":null},"body":{"a":[1]},"mediaType":"application/json"}"#)
    let request = PreparedRequest.fixture(
      .post, path: "/p?q=1",
      headers: [
        HeaderField("X-Old", "1"), HeaderField("Cookie", "c00kie"),
        HeaderField("X-Key", SensitiveText([.reference(.environment("KEY"), .none)])),
      ], body: .text("hello"), credentials: .bearer(.secret("t0ken")))
    let changed = try await Self.command(script, .dispatch).prepare(request)
    #expect(changed.headers.map(\.name) == ["Cookie", "X-Key", "X-Sign", "Content-Type"])
    #expect(changed.headers[2].value == "abc")
    #expect(changed.body == .text(#"{"a":[1]}"#))
    #expect(
      script.asked.withLock { $0 } == [
        #"{"stage": "dispatch", "gateway": null, "method": "POST", "#
          + #""url": "http://a.example/p?q=1", "headers": [{"name": "X-Old", "value": "1"}], "#
          + #""secretHeaders": ["Cookie", "X-Key"], "body": "hello"}"#
      ])
  }

  @Test func `a program that prints nothing changes nothing`() async throws {
    let request = PreparedRequest.fixture()
    #expect(try await Self.command(Script(" \n"), .submit).prepare(request) == request)
  }

  @Test(arguments: [
    (#"{"error":"too old"}"#, ProgramOutput.End.exited(0), "too old"),
    (#"{"error":{"reason":"no","whatToDo":"do"}}"#, .exited(0), "no"),
    ("", .exited(3), "It ended with status 3: bad day"),
    ("{", .exited(0), "Its output is not valid JSON. Line 1, column 2"),
    ("[]", .exited(0), "Its output is not a JSON object."),
    (#"{"header":{}}"#, .exited(0), "Did it mean `headers`?"),
    (#"{"method":"A B"}"#, .exited(0), "Its method `A B` cannot be sent."),
    (#"{"headers":[]}"#, .exited(0), "Its `headers` cannot be used."),
  ])
  func `a program refuses by an error or its status, and its mistakes are reported in words`(
    output: String, end: ProgramOutput.End, why: String
  ) async {
    let complaint = "Traceback (most recent call last):\n  File \"sign\"\nbad day\n\n"
    let script = Script(output, end, complaint: complaint)
    await #expect {
      _ = try await Self.command(script, .submit).prepare(.fixture())
    } throws: { error in
      guard let failure = error as? Failure else { return false }
      return failure.kind == .program && failure.why.contains(why) && failure.what.contains("sign")
    }
  }

  @Test func `a program makes another body of a response, with a root and values to store`()
    async throws
  {
    let script = Script(
      #"{"body":{"data":1},"mediaType":"application/json","root":"/data","values":{"t":"v"}}"#)
    let response = ReceivedResponse(
      to: .fixture(), head: ResponseHead(status: 201, fields: [ResponseField("X-A", "b")]),
      body: Body(memory: Array("<x/>".utf8), mediaType: "application/xml"))
    let made = try await Self.command(script, .response).process(response)
    #expect(try made.body.bytes() == Array(#"{"data":1}"#.utf8))
    #expect(made.body.mediaType == "application/json" && made.root == "/data")
    #expect(made.captured["t"]?.reveal() == "v")
    let reported = try #require(script.asked.withLock { $0.first })
    #expect(reported.contains(#""status": 201"#) && reported.contains(#""body": "<x/>""#))
    #expect(reported.contains(#"{"name": "X-A", "value": "b"}"#))
  }
}
