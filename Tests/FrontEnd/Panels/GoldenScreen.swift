import Foundation
import Terminal
import Testing

/// A screen stored as text: the glyphs first, then the roles of each row.
///
/// Every scene is stored at 80×24, and a few at the other sizes too. At the others it is only drawn.
///
/// `WEIR_RECORD_SCREENS=1` writes the files anew; read each one before committing it. The file that
/// `WEIR_SCREENS_SEEN` names gets the name of each screen that was compared, a line each.
enum GoldenScreen {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Screens")

  /// The scenes that differ most from one another at other sizes than 80×24.
  private static let atAllSizes: Set<String> = [
    "batch", "body-kinds", "cache", "composer-auth", "empty", "event-log", "form", "form-options",
    "gateways", "graph-failed-step", "help", "history", "methods-typed", "palette", "paused",
    "production",
    "prompt-keys", "question-quit", "queue-filtered", "queue-marked", "queue-sections",
    "response-compared",
    "response-searched", "shared-values", "sidebar-filtered", "tabs",
  ]

  static func check(
    _ frame: Frame, _ scene: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let size = frame.size
    guard size == Size(width: 80, height: 24) || atAllSizes.contains(scene) else { return }
    let name = "\(scene)-\(size.width)x\(size.height)"
    try note("\(name).screen")
    let text = describe(frame)
    let file = folder.appendingPathComponent("\(name).screen")
    if ProcessInfo.processInfo.environment["WEIR_RECORD_SCREENS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    if text != expected {
      let line = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
        .first { $0 != $1 }
      Issue.record(
        "\(name) differs: \(line.map { "got `\($0)`, expected `\($1)`" } ?? "another length")",
        sourceLocation: sourceLocation)
    }
  }

  private static func note(_ file: String) throws {
    guard let list = ProcessInfo.processInfo.environment["WEIR_SCREENS_SEEN"] else { return }
    let descriptor = open(list, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    // One call for a line: tests run side by side.
    let line = Array("\(file)\n".utf8)
    guard write(descriptor, line, line.count) == line.count else { throw POSIXError(.EIO) }
  }

  static func describe(_ frame: Frame) -> String {
    var text = frame.text
    text += "--- roles\n"
    for y in 0..<frame.size.height {
      let runs = frame.inks(row: y).map { run in
        var words = run.ink.role.rawValue
        if run.ink.ground != .normal { words += "/\(run.ink.ground.rawValue)" }
        return "\(run.columns.lowerBound) \(words)"
      }
      text += "\(y): \(runs.joined(separator: ", "))\n"
    }
    if let cursor = frame.cursor { text += "cursor \(cursor.x),\(cursor.y)\n" }
    return text
  }
}
