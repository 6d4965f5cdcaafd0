import TestSupport

/// What a shell waits for at the Tab key, with 100,000 jobs in the store.
enum CompletionRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let count = scale(100_000, small: 500)
    let home = try WeirHome()
    try Jobs.add(count, to: home, url: "http://127.0.0.1:1/{{n}}")
    let environment = home.environment(["SAP_SHELL": "fish", "SAP_SHELL_VERSION": "3.6.0"])
    return try lines.map { line in
      let words = line.words + [""]
      let call =
        ["---completion"] + line.words.prefix(line.names)
        + ["--", line.argument, "\(words.count)", "0", "weir"] + words
      let shown = try home.run(call, environment: environment)
      try Evidence.require(
        shown.output.split(separator: "\n").count >= line.least, "Completing \(line.words)",
        why: "\(shown.output.prefix(200))\(shown.errorOutput.prefix(200))")
      let seconds = try (0..<scale(15, small: 1)).map { _ in
        try Measured.run(home.command(call), environment: environment).seconds
      }.median
      return BenchRow(
        "completion of `\(line.words.joined(separator: " "))`, \(count.grouped) jobs",
        seconds.milliseconds, bar: "< 100 ms", verdict: seconds < 0.1 ? .held : .missed)
    }
  }

  private struct Line {
    let words: [String]
    /// How many of the words name the command.
    let names: Int
    var argument = "positional@0"
    /// The candidates that there must be.
    let least: Int
  }

  private static let lines = [
    Line(words: ["show"], names: 1, least: 200),
    Line(words: ["queue", "cancel"], names: 2, least: 200),
    Line(words: ["queue", "pause"], names: 2, least: 1),
    Line(words: ["help"], names: 1, least: 28),
    Line(words: ["send", "--endpoint", "haven#analyzesentiment"], names: 1, least: 10),
  ]
}
