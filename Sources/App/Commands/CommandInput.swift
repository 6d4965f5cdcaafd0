import Glibc

/// The text that a command reads from a file or from standard input.
enum CommandInput {
  static func text(_ file: String) throws(UsageProblem) -> String {
    do {
      let bytes =
        try file == "-" ? WholeFile.bytes(from: STDIN_FILENO) : WholeFile.bytes(at: file)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw problem(file, error)
    }
  }

  /// Returns the problem of an unreadable file that was named on the command line.
  static func problem(_ file: String, _ trouble: FileAccessError) -> UsageProblem {
    UsageProblem(
      what: "\(Console.safe(file)) cannot be read.", why: trouble.why,
      whatToDo: "Check the path and the permissions, or write `-` to read standard input.")
  }
}
