import ClientDocuments
import ClientModel

/// Runs the local steps of graphs, which are jq expressions and trusted programs.
struct LocalStep: Sendable {
  let programs: any ProgramRunner

  /// Runs a jq program and returns its first output, or nil if there is none.
  ///
  /// The program gets no environment variables, because jq can read them and the program may come
  /// from an untrusted workspace.
  func jq(_ program: String, on input: [UInt8]) async throws(Failure) -> [UInt8]? {
    let run = Program(["jq", "-c", Self.expression(program)], input: input, environment: .empty)
    let result = try await programs.run(run)
    guard result.end == .exited(0) else {
      throw Failure(
        .program, what: "The jq expression returned no value.",
        why: Self.complaint(result), whatToDo: "Test it: jq '\(program)'", cause: result.complaint)
    }
    let text = Self.trimmed(result.output)
    return text.isEmpty ? nil : text
  }

  /// Returns a program as passed to jq.
  ///
  /// The parentheses prevent the program from being read as an option, and from importing modules.
  /// They are on separate lines, because the program may end with a comment.
  static func expression(_ program: String) -> String { "first((\n\(program)\n))" }

  /// Runs a program and returns its output. The output must be one JSON value.
  func command(
    _ words: [String], on input: [UInt8], in folder: String
  ) async throws(Failure) -> [UInt8] {
    // `env` sets the program's folder, because Swift cannot import the glibc function for this.
    let run = Program(
      (folder.isEmpty ? [] : ["env", "-C", folder, "--"]) + words, input: input,
      deadline: .seconds(300), outputLimit: ByteCount(StepValue.limit))
    let result = try await programs.run(run)
    let name = words.first ?? ""
    guard result.end == .exited(0) else {
      throw Failure(
        .program, what: "The program `\(name)` failed.", why: Self.complaint(result),
        whatToDo: "Run it yourself with the step's input to see why.", cause: result.complaint)
    }
    let text = Self.trimmed(result.output)
    guard !text.isEmpty, JSONValidator.fault(in: text) == nil else {
      throw Failure(
        .program, what: "The program `\(name)` returned no result.",
        why: text.isEmpty ? "It printed nothing." : "Its output is not a JSON value.",
        whatToDo: "Make it print one JSON value on standard output.")
    }
    return text
  }

  private static func complaint(_ result: ProgramOutput) -> String {
    "It ended with \(result.end.text)" + (result.lastWords.map { ": \($0)" } ?? ".")
  }

  private static func trimmed(_ output: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    var rest = output.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return Array(rest)
  }
}
