import ClientCore
import ClientModel
import Testing

@Suite struct SystemProgramsTests {
  private let programs = SystemPrograms()

  @Test func `a program reads its input and its output is captured completely`() async throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let result = try await programs.run(Program(["cat"], input: input))
    #expect(result.end == .exited(0))
    #expect(result.output == input)
  }

  @Test func `arguments reach a program as they are, no shell reads them`() async throws {
    let result = try await programs.run(Program(["printf", "%s|", "$HOME; a b", "`id`"]))
    #expect(String(decoding: result.output, as: UTF8.self) == "$HOME; a b|`id`|")
  }

  @Test func `status and error output are separate from the output`() async throws {
    let result = try await programs.run(Program(["sh", "-c", "echo why >&2; exit 7"]))
    #expect(result == ProgramOutput(end: .exited(7), output: [], complaint: "why\n"))
    let killed = try await programs.run(Program(["sh", "-c", "kill -9 $$"]))
    #expect(killed.end == .signalled(9))
  }

  @Test func `a program that does not read is not an error`() async throws {
    let input = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try await programs.run(Program(["true"], input: input)).end == .exited(0))
  }

  @Test
  func `what a program leaves behind is not waited for where its output is dropped`() async throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let script = "cat | wc -c; sleep 30 & exit 3"
    let program = Program(
      ["sh", "-c", script], input: input, deadline: .seconds(20), printing: .dropped)
    let result = try await programs.run(program)
    #expect(result == ProgramOutput(end: .exited(3), output: []))
    let stuck = Program(["sleep", "600"], deadline: .milliseconds(50), printing: .dropped)
    await #expect(throws: Failure.self) { try await programs.run(stuck) }
  }

  @Test func `a program that is not there says so`() async {
    let failure = await #expect(throws: Failure.self) {
      try await programs.run(Program(["no-such-program-here"]))
    }
    #expect(failure?.kind == .program)
    #expect(failure?.whatToDo.contains("Install") == true)
  }

  @Test func `a slow, a talkative and a cancelled program are ended with their children`()
    async throws
  {
    let slow = Program(["sh", "-c", "sleep 600 & wait"], deadline: .milliseconds(50))
    await #expect(throws: Failure.self) { try await programs.run(slow) }
    await #expect(throws: Failure.self) {
      try await programs.run(Program(["yes"], outputLimit: .mebibytes(1)))
    }
    let task = Task { try await programs.run(Program(["sleep", "600"], deadline: .seconds(600))) }
    task.cancel()
    let result = await task.result
    #expect(throws: Failure.self) { try result.get() }
  }
}
