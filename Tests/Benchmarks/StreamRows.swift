import Foundation
import TestSupport

/// One gigabyte as it arrives, beside curl, and keys meanwhile.
enum StreamRow {
  /// The largest of the sizes that were asked for.
  private static func megabytes(_ scale: Scale) -> Int {
    if scale == .small { return 8 }
    let sizes = ProcessInfo.processInfo.environment["WEIR_BENCH_MEGABYTES"] ?? "1000"
    return sizes.split(separator: ",").compactMap { Int($0) }.max() ?? 1000
  }

  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let megabytes = megabytes(scale)
    let folder = try TemporaryFolder()
    let file = try DocumentFile(.records, megabytes: megabytes, in: folder)
    let server = try FileServer(file.path)
    let (rounds, lent) = try LentProcessors.calmest("stream") {
      try (0..<scale(7, small: 1)).map { _ in try round(server, file.sign, folder) }
    }
    try Evidence.require(
      rounds.allSatisfy { $0.weir.isFinite && $0.curl.isFinite }, "Indexing what is streamed")
    let ratio = rounds.map { $0.weir / $0.curl }.median
    let best = (weir: rounds.map(\.weir).min() ?? .nan, curl: rounds.map(\.curl).min() ?? .nan)
    return [
      BenchRow(
        "\(megabytes) MB streamed and indexed, median of \(rounds.count) rounds",
        "\(rounds.map(\.weir).median.short) s, \(ratio.short) × curl -o of its round",
        bar: "≤ 1.5 × curl -o", verdict: ratio <= 1.5 ? .held : .missed),
      BenchRow(
        "the best of each",
        "\(best.weir.short) s = \((best.weir / best.curl).short) × curl -o \(best.curl.short) s"),
      lent,
    ]
  }

  /// In seconds. Each is judged beside its own peer: what the machine lends changes within a minute, and of
  /// the best of many the shorter run has more, for it fits between two disturbances more often.
  private static func round(
    _ server: FileServer, _ sign: String, _ folder: TemporaryFolder
  ) throws -> (weir: Double, curl: Double) {
    let run = try Measured.run(["curl", "-s", "-o", folder.path("out"), server.url])
    try Evidence.require(
      run.status == 0 && unlink(folder.path("out")) == 0, "The transfer by curl",
      why: "Its status is \(run.status).")
    let screen = try DocumentScreen(try WeirHome())
    defer { screen.terminal.end() }
    let seen = try screen.stream(server.url, until: sign)
    return (seen.afterKey + screen.waitUntilIndexed(), run.seconds)
  }

  /// Keys while a large response is indexed and many small jobs run.
  static func measureKeys(_ scale: Scale) throws -> [BenchRow] {
    let megabytes = megabytes(scale)
    let folder = try TemporaryFolder()
    let file = try DocumentFile(.records, megabytes: megabytes, in: folder)
    let server = try FileServer(file.path)
    let rounds = scale(5, small: 1)
    return try measure(server, file, megabytes, rounds, "keys one behind the other", .zero)
      + measure(server, file, megabytes, rounds, "a key held down", heldKey)
  }

  /// Between two characters of a key that is held down: some 30 come in a second.
  private static let heldKey = Duration.milliseconds(33)

  private static func measure(
    _ server: FileServer, _ file: DocumentFile, _ megabytes: Int, _ rounds: Int, _ name: String,
    _ distance: Duration
  ) throws -> [BenchRow] {
    let ((keys, lateness), lent) = try LentProcessors.calmest(name) {
      var keys: [Double] = []
      var lateness: [Double] = []
      // Indexing one response takes a few seconds, so a percentile needs several responses. A small
      // response may be indexed before the first key is pressed: then it is tried again.
      var round = 0
      while round < rounds || (keys.isEmpty && round < 20) {
        round += 1
        let (delays, late) = try keysMeanwhile(
          server, file.sign, distance, rounds == 1 ? .small : .full)
        keys += delays
        lateness += late
      }
      return (keys, lateness)
    }
    try Evidence.require(!keys.isEmpty, "A key while the response is indexed")
    let slow = keys.percentile(0.99)
    let late = lateness.count { $0 > 0.016 }
    return [
      BenchRow(
        "key to frame while \(megabytes) MB are indexed and 200 jobs/s run, \(name), 99%",
        "\(slow.milliseconds) of \(keys.count), half \(keys.median.milliseconds)", bar: "≤ 16 ms",
        verdict: keys.count >= 100 && slow <= 0.016 ? .held : .missed),
      BenchRow(
        "beside them, a thread that only sleeps",
        "\(late) of \(lateness.count) wakings over 16 ms late, \((lateness.max() ?? 0).milliseconds) at most"
      ),
      lent,
    ]
  }

  /// A response that never came is a second long.
  private static func keysMeanwhile(
    _ server: FileServer, _ sign: String, _ distance: Duration, _ scale: Scale
  ) throws -> ([Double], lateness: [Double]) {
    let ledger = try LedgerServer(.written)
    let home = try WeirHome()
    let screen = try DocumentScreen(home)
    defer { screen.terminal.end() }
    _ = try Measured.run(
      home.command(["queue", "limit", ledger.url, "64", "--rate", "200"]),
      environment: home.environment())
    try screen.hold(server.url)
    try Jobs.add(scale(10_000, small: 200), to: home, url: ledger.url + "/{{n}}")
    let before = ledger.ledger.count
    _ = try screen.release(until: sign)
    let seen = Witness.beside { screen.stepsWhileIndexing(distance) }
    try Evidence.require(ledger.ledger.count > before, "Running small jobs meanwhile")
    return seen
  }
}
