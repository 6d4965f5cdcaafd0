import Foundation
import TestSupport

/// `swift run -c release weir-bench [row…]`: builds the static release binary, measures it beside its
/// peers in the same run, and prints one table. Rows: start send drain add screen idle recovery bodies
/// cache polling bulk opening documents worst stream keys events messages shared.
///
/// `weir-bench --check [row…]` runs them with small numbers on the `weir` that was built beside it. It
/// judges no time, only whether each row measured what it says.
@main
enum Bench {
  static func main() {
    do {
      try measure()
    } catch {
      // The mishap is the rig's, not a trap of the bench's.
      print("\(error)")
      exit(2)
    }
  }

  private static func measure() throws {
    var wanted = Set(CommandLine.arguments.dropFirst())
    let scale = wanted.remove("--check") == nil ? Scale.full : .small
    let rows: [(name: String, measure: (Scale) throws -> [BenchRow])] = [
      ("disk", DiskRow.measure), ("start", StartRow.measure), ("send", SendRow.measure),
      ("completion", CompletionRow.measure),
      ("drain", DrainRow.measure), ("add", AddRow.measure), ("screen", ScreenRow.measure),
      ("idle", IdleRow.measure), ("recovery", RecoveryRow.measure), ("bodies", BodyRow.measure),
      ("cache", CacheRow.measure), ("polling", PollingRow.measure), ("bulk", BulkRow.measure),
      ("opening", OpeningRow.measure),
      ("documents", DocumentRow.measure), ("worst", DocumentRow.measureWorst),
      ("stream", StreamRow.measure),
      ("keys", StreamRow.measureKeys), ("events", EventRow.measure),
      ("messages", MessageRow.measure), ("shared", SharedRow.measure),
    ]
    if let unknown = wanted.subtracting(rows.map(\.name)).sorted().first {
      throw RigError(
        "There is no row \(unknown).", why: "There are: \(rows.map(\.name).joined(separator: " "))."
      )
    }
    let binary = scale == .full ? try ReleaseBinary.build() : try WeirHome.builtBinary()
    setenv("WEIR_BINARY", binary, 1)
    if scale == .small {
      exit(check(rows.filter { wanted.isEmpty || wanted.contains($0.name) }) ? 0 : 1)
    }
    var table: [BenchRow] = []
    for row in rows where wanted.isEmpty || wanted.contains(row.name) {
      print("… \(row.name)")
      do {
        table += try row.measure(scale)
      } catch {
        table.append(BenchRow("\(row.name)", "not measured: \(error)", bar: "", verdict: .missed))
      }
    }
    BenchRow.print(table)
    exit(table.contains { $0.verdict == .missed } ? 1 : 0)
  }

  /// - Returns: Whether each row measured what it says.
  private static func check(
    _ rows: [(name: String, measure: (Scale) throws -> [BenchRow])]
  ) -> Bool {
    var isSound = true
    for row in rows {
      let start = ContinuousClock.now
      do {
        let lines = try row.measure(.small)
        try Evidence.require(!lines.isEmpty, "The row \(row.name)", why: "It gave no line.")
        if let odd = lines.first(where: { $0.figure.contains(/\bnan\b/) }) {
          throw RigError("\(odd.what) did not take place.", why: "It gave \(odd.figure).")
        }
        print("ok \(row.name), \((ContinuousClock.now - start).inSeconds.short) s")
      } catch {
        print("not ok \(row.name): \(error)")
        isSound = false
      }
    }
    return isSound
  }
}

/// One line of the table.
struct BenchRow {
  enum Verdict: String {
    case held = "held"
    case missed = "MISSED"
    case note = ""
  }

  let what: String
  let figure: String
  let bar: String
  let verdict: Verdict

  init(_ what: String, _ figure: String, bar: String = "", verdict: Verdict = .note) {
    self.what = what
    self.figure = figure
    self.bar = bar
    self.verdict = verdict
  }

  static func print(_ rows: [BenchRow]) {
    let texts =
      [["what", "measured", "bar", ""]]
      + rows.map { [$0.what, $0.figure, $0.bar, $0.verdict.rawValue] }
    let widths = (0..<4).map { column in texts.map { $0[column].count }.max() ?? 0 }
    Swift.print("")
    for line in texts {
      Swift.print(
        zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
          .joined(separator: "  "))
    }
  }
}

/// The binary that speed and memory are judged on.
enum ReleaseBinary {
  /// Where it is; `WEIR_BINARY` names one that is built already.
  static func build() throws -> String {
    if let named = ProcessInfo.processInfo.environment["WEIR_BINARY"] { return named }
    let build = [
      "swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "weir",
      "--scratch-path", ".build-static",
    ]
    print("… \(build.joined(separator: " "))")
    let run = try Measured.run(build, show: .output)
    guard run.status == 0 else {
      throw RigError(
        "The release binary was not built.", why: "swift build ended with \(run.status).")
    }
    return FileManager.default.currentDirectoryPath + "/.build-static/release/weir"
  }
}
