import Foundation
import TestSupport

/// One gigabyte as it arrives, beside curl, and keys meanwhile.
enum StreamRow {
  /// The largest of the sizes that were asked for.
  private static var megabytes: Int {
    let sizes = ProcessInfo.processInfo.environment["WEIR_BENCH_MEGABYTES"] ?? "1000"
    return sizes.split(separator: ",").compactMap { Int($0) }.max() ?? 1000
  }

  static func measure() throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let file = try DocumentFile(.records, megabytes: megabytes, in: folder)
    let server = try FileServer(file.path)
    var weir: [Double] = []
    var curl: [Double] = []
    for _ in 0..<3 {
      curl.append(
        try Measured.run(["curl", "-s", "-o", folder.path("out"), server.url]).seconds)
      unlink(folder.path("out"))
      let screen = try DocumentScreen(try WeirHome())
      _ = try screen.stream(server.url, until: file.sign)
      weir.append(screen.waitUntilIndexed())
      screen.terminal.end()
    }
    let ratio = (weir.min() ?? .nan) / (curl.min() ?? .nan)
    return [
      BenchRow(
        "\(megabytes) MB streamed and indexed",
        "\((weir.min() ?? .nan).short) s = \(ratio.short) × curl -o \((curl.min() ?? .nan).short) s",
        bar: "≤ 1.5 × curl -o", verdict: ratio <= 1.5 ? .held : .missed)
    ]
  }

  /// Keys while a large answer is read and many small jobs run.
  static func measureKeys() throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let file = try DocumentFile(.records, megabytes: megabytes, in: folder)
    // An answer that never came is in no percentile.
    let keys = try keysMeanwhile(try FileServer(file.path), file.sign)
    return [
      BenchRow(
        "key to frame while \(megabytes) MB are read and 200 jobs/s run, 99%",
        "\(keys.percentile(0.99).milliseconds) of \(keys.count)", bar: "≤ 16 ms",
        verdict: keys.count == 300 && keys.percentile(0.99) <= 0.016 ? .held : .missed)
    ]
  }

  private static func keysMeanwhile(_ server: FileServer, _ sign: String) throws -> [Double] {
    let ledger = try LedgerServer(.written)
    let home = try WeirHome()
    let screen = try DocumentScreen(home)
    defer { screen.terminal.end() }
    _ = try Measured.run(
      home.command(["queue", "limit", ledger.url, "64", "--rate", "200"]),
      environment: home.environment())
    _ = try screen.stream(server.url, until: sign)
    try Jobs.add(10_000, to: home, url: ledger.url + "/{{n}}")
    return screen.steps(300)
  }
}
