import ClientDocuments
import Foundation
import TestSupport
import Testing

/// Ways gone by us and by jq itself, over seeded random bodies and programs.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
struct PathFilterAgainstJQTests {
  /// What jq prints, with its complaint if it has one.
  static func jq(_ program: String, _ input: [UInt8]) throws -> (lines: [String], fault: String?) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/jq")
    process.arguments = ["-c", program]
    let file = NSTemporaryDirectory() + "weir-filter-\(UUID().uuidString)"
    try Data(input).write(to: URL(fileURLWithPath: file))
    defer { unlink(file) }
    process.standardInput = FileHandle(forReadingAtPath: file)
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    try process.run()
    let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = complaint.split(separator: "\n").first.map { line in
      line.firstRange(of: "): ").map { String(line[$0.upperBound...]) } ?? String(line)
    }
    return (text.split(separator: "\n").map(String.init), words)
  }

  private static let keys = ["a", "b", "k", "id", "odd key", "é"]

  private static func value(_ dice: inout Dice, _ depth: Int) -> String {
    switch dice.roll(depth > 4 ? 6 : 11) {
    case 0: return "null"
    case 1: return ["true", "false"][dice.roll(2)]
    case 2: return "\(dice.roll(7) - 3)"
    case 3: return ["1.5", "-2", "30", "2"][dice.roll(4)]
    case 4, 5:
      return [#""v""#, #""caf\u00e9""#, #""a\/b""#, #""""#, #""é😀x""#, #""long enough to cut""#][
        dice.roll(6)]
    case 6, 7:
      let items = (0..<dice.roll(5)).map { _ in value(&dice, depth + 1) }
      return "[" + items.joined(separator: dice.roll(2) == 0 ? "," : " ,\n ") + "]"
    default:
      let members = (0..<dice.roll(6)).map { _ in
        JSONText.quoted(keys[dice.roll(keys.count)]) + ":" + value(&dice, depth + 1)
      }
      return "{" + members.joined(separator: ", ") + "}"
    }
  }

  private static func path(_ dice: inout Dice, _ most: Int) -> String {
    var text = "."
    for place in 0..<dice.roll(most + 1) {
      let optional = dice.roll(3) == 0 ? "?" : ""
      let dot = place == 0 ? "" : "."
      switch dice.roll(6) {
      case 0, 1: text += dot + keys[dice.roll(4)]
      case 2: text += "[\(JSONText.quoted(keys[dice.roll(keys.count)]))]"
      case 3: text += "[]"
      case 4: text += "[\(dice.roll(6) - 3)]"
      default:
        text += ["[1:]", "[:-1]", "[0:2]", "[-2:]", "[2:1]"][dice.roll(5)]
      }
      text += optional
    }
    return text
  }

  private static func program(_ dice: inout Dice) -> String {
    (0...dice.roll(3)).map { _ in
      guard dice.roll(3) == 0 else { return path(&dice, 3) }
      let operators = ["==", "!=", "<", ">", "<=", ">="]
      let literals = ["1.5", "-2", "null", "true", "false", #""v""#, #""café""#, #""a/b""#, "30"]
      let test =
        dice.roll(4) == 0
        ? "" : " \(operators[dice.roll(6)]) \(literals[dice.roll(literals.count)])"
      return "select(\(path(&dice, 2))\(test))"
    }.joined(separator: " | ")
  }

  @Test(arguments: 0..<trials(of: 40))
  func `random ways give what jq gives`(seed: Int) throws {
    var dice = Dice(seed: seed)
    let body = (dice.roll(3) == 0 ? " " : "") + Self.value(&dice, 0)
    for _ in 0..<4 {
      let program = Self.program(&dice)
      let theirs = try Self.jq(program, Array(body.utf8))
      let ours = try PathFilterTests.lines(program, body, budget: 200)
      // Both written by jq, so that only the values count; what is written alike needs no jq.
      let written =
        ours.lines == theirs.lines
        ? ours.lines : try Self.jq(".", Array(ours.lines.joined(separator: "\n").utf8)).lines
      #expect(written == theirs.lines, "seed \(seed): \(program) on \(body)")
      #expect(
        Self.known(ours.fault) == Self.known(theirs.fault), "seed \(seed): \(program) on \(body)")
    }
  }

  /// Complaints are the same but for how jq writes the value in brackets anew.
  private static func known(_ fault: String?) -> String? {
    fault.map { words in words.firstRange(of: " (").map { String(words[..<$0.lowerBound]) } ?? words
    }
  }
}
