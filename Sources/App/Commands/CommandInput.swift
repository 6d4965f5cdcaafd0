import Foundation

/// Text a command reads from a file or from standard input.
enum CommandInput {
  static func text(_ file: String) throws(UsageProblem) -> String {
    do {
      let data =
        file == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data()
        : try Data(contentsOf: URL(fileURLWithPath: file))
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw UsageProblem(
        what: "\(Console.safe(file)) cannot be read.", why: FileTrouble(error).why,
        whatToDo: "Check the path and its rights, or give - for standard input.")
    }
  }
}
