import Foundation
import LoopbackHTTP
import Manual
import MockServices
import TestSupport

/// Runs the examples of a document as a reader would: in one empty folder, in their order, with the bookshop
/// of `weir mock bookshop` at its port.
struct ManualExamples {
  /// An example that printed something else.
  struct Difference: CustomStringConvertible {
    let place: Int
    let command: String
    let expected: [String]
    let printed: [String]

    var description: String {
      "line \(place): $ \(command)\nexpected:\n\(expected.joined(separator: "\n"))\nprinted:\n"
        + printed.joined(separator: "\n")
    }
  }

  private struct Step {
    var command: String
    var expected: [String] = []
  }

  private let document: ManualDocument
  private let folder: TemporaryFolder
  private let server: LoopbackServer
  private let binary: String

  init(_ document: ManualDocument) throws {
    self.document = document
    folder = try TemporaryFolder()
    for name in ["work", "home"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: false)
    }
    server = try LoopbackServer(BookshopService())
    binary = try WeirHome.builtBinary()
  }

  /// How many commands ran, and which of them printed something else than the document shows.
  func run() throws -> (count: Int, differences: [Difference]) {
    var differences: [Difference] = []
    var count = 0
    for block in document.codeBlocks {
      if block.kind == "console" {
        let steps = Self.steps(block.lines)
        count += steps.count
        let printed = try print(steps.map(\.command))
        for (index, step) in steps.enumerated() {
          let lines = index < printed.count ? printed[index] : ["(it did not run)"]
          guard !Self.fits(lines, step.expected) else { continue }
          differences.append(
            Difference(
              place: block.place, command: step.command, expected: step.expected, printed: lines))
        }
      } else if let file = block.file {
        let path = folder.path("work/\(file)")
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try (toServer(block.lines.joined(separator: "\n")) + "\n").write(
          toFile: path, atomically: true, encoding: .utf8)
      }
    }
    return (count, differences)
  }

  /// What each of some commands prints in one shell, standard output and error together.
  private func print(_ commands: [String]) throws -> [[String]] {
    // A subshell sets `$?` to the status of the command before.
    let script =
      "exec 2>&1; s=0\n"
      + commands.map { "(exit $s); \(toServer($0))\ns=$?; printf '\\n\\036\\n'\n" }.joined()
    let library = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    var environment = [
      "HOME": folder.path("home"), "LANG": "C.UTF-8", "TERM": "dumb", "COLUMNS": "100",
      "PATH": (binary as NSString).deletingLastPathComponent + ":/usr/local/bin:/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    environment["LD_LIBRARY_PATH"] = library
    let shell = try ChildProcess(
      ["bash", "-c", script], environment: environment, folder: folder.path("work"))
    _ = try shell.wait(limit: .seconds(120))
    return fromServer(String(decoding: shell.output, as: UTF8.self))
      .components(separatedBy: "\n\u{1E}\n").map { text in
        var lines = text.components(separatedBy: "\n")
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
      }
  }

  // MARK: The places of the document and of this test

  private func toServer(_ text: String) -> String {
    text.replacingOccurrences(of: ":4800", with: ":\(server.port)")
      .replacingOccurrences(of: "port=4800", with: "port=\(server.port)")
  }

  private func fromServer(_ text: String) -> String {
    text.replacingOccurrences(of: ":\(server.port)", with: ":4800")
      .replacingOccurrences(of: "port=\(server.port)", with: "port=4800")
      .replacingOccurrences(of: folder.path("work"), with: "/home/you/work")
      .replacingOccurrences(of: folder.path("home"), with: "/home/you")
  }

  // MARK: The form of an example

  private static func steps(_ lines: [String]) -> [Step] {
    var steps: [Step] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if let last = steps.indices.last {
        if steps[last].expected.isEmpty, steps[last].command.hasSuffix("\\") {
          steps[last].command += "\n\(line)"
        } else {
          steps[last].expected.append(line)
        }
      }
    }
    for index in steps.indices {
      while steps[index].expected.last?.isEmpty == true { steps[index].expected.removeLast() }
    }
    return steps
  }

  /// `…` stands for any text within a line, a line of only `…` for any lines.
  static func fits(_ printed: [String], _ expected: [String]) -> Bool {
    fits(printed[...], expected[...])
  }

  private static func fits(_ printed: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
    guard let wanted = expected.first else { return printed.isEmpty }
    if wanted == "…" {
      return (printed.startIndex...printed.endIndex).contains { start in
        fits(printed[start...], expected.dropFirst())
      }
    }
    guard let line = printed.first, fits(line, wanted) else { return false }
    return fits(printed.dropFirst(), expected.dropFirst())
  }

  private static func fits(_ line: String, _ wanted: String) -> Bool {
    let parts = wanted.components(separatedBy: "…")
    guard parts.count > 1 else { return line == wanted }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
