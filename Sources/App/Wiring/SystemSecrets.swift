import ClientCore
import ClientModel
import FoundationEssentials

/// The resolver of references to secrets. They are resolved when a request is sent.
struct SystemSecrets: SecretResolver {
  func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
    switch reference {
    case .environment(let name):
      guard let value = SystemVariables.value(name), !value.isEmpty else {
        throw missing(
          reference, "The environment variable \(name) is not set.",
          "Set it where Weir is started, then release the job.")
      }
      return Secret(value)
    case .file(let path): return try fileContent(path, reference)
    case .command(let line):
      return try await output(of: ["/bin/sh", "-c", line], line, reference)
    case .value(let name):
      throw missing(
        reference, "A shared value such as \(name) cannot be used here.",
        "Use the reference in a request, or use env:, file:, command: or keyring: instead.")
    case .keyring(let entry):
      let pair = entry.pieces(at: "=", maxSplits: 1).map(String.init)
      let words = ["secret-tool", "lookup"] + (pair.count == 2 ? pair : ["weir", entry])
      return try await output(of: words, words.joined(separator: " "), reference)
    }
  }

  private func fileContent(_ path: String, _ reference: SecretReference) throws(Failure) -> Secret {
    let expanded = SystemVariables.expandingHome(in: path)
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: expanded))
      return Secret(Self.trimmed(data))
    } catch {
      throw missing(
        reference, "The file \(path) cannot be read. \(FileAccessError(error).why)",
        "Check the path and its permissions, then release the job.")
    }
  }

  private func output(
    of words: [String], _ line: String, _ reference: SecretReference
  ) async throws(Failure) -> Secret {
    do throws(Failure) {
      let result = try await SystemPrograms().run(Program(words))
      guard result.end == .exited(0), !result.output.isEmpty else {
        throw missing(
          reference,
          "`\(line)` returned no value (\(result.end.text)).",
          "Run it yourself to see why, then release the job.")
      }
      return Secret(Self.trimmed(result.output))
    } catch {
      if error.kind == .secretMissing { throw error }
      throw missing(reference, error.why, "\(error.whatToDo) Then release the job.")
    }
  }

  /// Removes one line break at the end, because tools and editors add one.
  private static func trimmed(_ data: some Collection<UInt8>) -> String {
    var text = String(decoding: data, as: UTF8.self)
    let ending = text.ends(with: "\r\n") ? 2 : text.ends(with: "\n") ? 1 : 0
    text = String(text.droppingLast(bytes: ending))
    return text
  }

  private func missing(_ reference: SecretReference, _ why: String, _ whatToDo: String) -> Failure {
    Failure(
      .secretMissing, what: "The secret \(reference) was not found.", why: why, whatToDo: whatToDo)
  }
}
