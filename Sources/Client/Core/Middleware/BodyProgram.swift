public import ClientModel
import Glibc

/// A program that transforms bodies, for example an encryption tool. It reads a body from standard
/// input and prints the new body.
///
/// It is started directly, without a shell. It receives the body of a request as sent, including
/// secrets. Stages never receive these secrets.
public struct BodyProgram: Processor {
  public let name: String
  private let arguments: [String]
  private let programDeadline: Duration
  private let programs: any ProgramRunner

  /// The deadline of the stage. It is nil because the program's rule sets a deadline.
  public var deadline: Duration? { nil }

  /// Creates a transform. The program may print at most 1 MiB.
  public init(_ rule: CommandRule, programs: any ProgramRunner = SystemPrograms()) {
    name = rule.name
    arguments = rule.arguments
    programDeadline = rule.deadline
    self.programs = programs
  }

  public func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse {
    guard !response.body.isEmpty else { return response }
    do throws(Failure) {
      var response = response
      response.body = Body(
        try await transformed(try response.body.bytes()), mediaType: response.body.mediaType)
      return response
    } catch {
      // A proxy may have sent the error response without transforming the body. The job should then
      // fail because of the status, not because of the program.
      guard response.head.status >= 400 else { throw error }
      return response
    }
  }

  /// Returns the transformed body, or nil if the request has no body.
  func transformed(_ body: WireRequest.Body) async throws(Failure) -> [UInt8]? {
    let bytes: [UInt8]
    switch body {
    case .none: return nil
    case .bytes(let content): bytes = content
    case .file(let file): bytes = try content(of: file)
    case .multipart:
      throw Failure(
        .program, what: "The request was not sent.",
        why: "The program \(name) of the gateway transforms bodies, but not multipart bodies.",
        whatToDo: "Send the body as text or as one file, or send it through another gateway.")
    }
    guard !bytes.isEmpty else { return nil }
    return try await transformed(bytes)
  }

  private func transformed(_ bytes: [UInt8]) async throws(Failure) -> [UInt8] {
    let output = try await programs.run(
      Program(
        arguments, input: bytes, deadline: programDeadline, outputLimit: Body.copyLimit))
    guard output.end == .exited(0) else {
      let words = output.lastWords.map { ": \($0)" } ?? "."
      throw Failure(
        .program, what: "The program \(name) did not transform the body.",
        why: "It ended with \(output.end.text)\(words)",
        whatToDo:
          "Run `\(arguments.joined(separator: " "))` with the body on standard input to see why."
      )
    }
    return output.output
  }

  private func content(of file: FileReference) throws(Failure) -> [UInt8] {
    try check(file)
    let bytes = try Body(
      stored: StoredBytes(localFile: file.path), size: file.size, mediaType: nil
    ).bytes()
    // The file must not have changed while it was read.
    try check(file)
    return bytes
  }

  private func check(_ file: FileReference) throws(Failure) {
    var status = stat()
    guard stat(file.path, &status) == 0, file.matches(status) else {
      throw Failure(
        .fileChanged, what: "The request was not sent.",
        why: "The file \(file.path) has changed since the request was prepared.",
        whatToDo: "Prepare the request again, or add it with a snapshot of the file.")
    }
  }
}
