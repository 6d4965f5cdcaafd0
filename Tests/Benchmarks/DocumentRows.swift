import ClientDocuments
import Foundation
import TestSupport

/// Large answers in the interface, beside what others take for the same file.
///
/// `WEIR_BENCH_MEGABYTES=1,100` sets the sizes (1,100,1000 otherwise), `WEIR_BENCH_KINDS=records,deep` the
/// kinds. Peers that need many times the file's memory are left out above 100 MB, unless
/// `WEIR_BENCH_PEERS=all`.
enum DocumentRow {
  static func measure() throws -> [BenchRow] {
    let setting = ProcessInfo.processInfo.environment
    let sizes = (setting["WEIR_BENCH_MEGABYTES"] ?? "1,100,1000").split(separator: ",")
      .compactMap { Int($0) }
    let kinds = setting["WEIR_BENCH_KINDS"].map { names in
      names.split(separator: ",").compactMap { DocumentFile.Kind(rawValue: String($0)) }
    }
    let folder = try TemporaryFolder()
    let peers = DocumentPeers(in: folder, all: setting["WEIR_BENCH_PEERS"] == "all")
    var rows: [BenchRow] = []
    for megabytes in sizes {
      for kind in kinds ?? DocumentFile.Kind.allCases {
        let file = try DocumentFile(kind, megabytes: megabytes, in: folder)
        defer { unlink(file.path) }
        print("… \(kind.rawValue), \(megabytes) MB")
        rows += try look(at: file, megabytes: megabytes)
        rows.append(
          BenchRow("\(kind.rawValue) \(megabytes) MB, peers", peers.measure(file, megabytes)))
      }
    }
    return rows
  }

  private static func look(at file: DocumentFile, megabytes: Int) throws -> [BenchRow] {
    let home = try WeirHome()
    let server = try FileServer(file.path)
    let screen = try DocumentScreen(home)
    defer { screen.terminal.end() }
    let seen = try screen.stream(server.url, until: file.sign)
    let indexed = screen.waitUntilRead()
    let high = screen.terminal.status("VmHWM")
    let name = "\(file.kind.rawValue) \(megabytes) MB"
    let frames = screen.frames(of: "\u{4}", count: 100)
    let search = screen.searchInVain()
    var rows = [
      BenchRow(
        "\(name), first screen", seen.milliseconds, bar: "≤ 50 ms and 1 × connect",
        verdict: seen <= 0.060 ? .held : .missed),
      BenchRow("\(name), sent, received, indexed and judged", "\(indexed.short) s"),
      BenchRow(
        "\(name), peak memory", "\(high / 1024) MB", bar: "≤ 64 MB",
        verdict: high <= 64 << 10 ? .held : .missed),
      BenchRow(
        "\(name), half a page down, 99%", frames.percentile(0.99).milliseconds, bar: "≤ 16 ms",
        verdict: frames.percentile(0.99) <= 0.016 ? .held : .missed),
      BenchRow(
        "\(name), search", "\((Double(file.size) / 1e9 / search).short) GB/s",
        bar: "≥ 1 GB/s for 1 GB",
        verdict: megabytes < 1000 ? .note : Double(file.size) / 1e9 / search >= 1 ? .held : .missed),
    ]
    guard file.kind != .line else { return rows }
    let start = ContinuousClock.now
    let document = try JSONDocument(indexing: try ByteSource(path: file.path))
    let span = (ContinuousClock.now - start).inSeconds
    let share = Double(document.indexSize) / Double(file.size)
    rows.append(
      BenchRow(
        "\(name), index alone", "\(span.short) s, \(String(format: "%.5f", share)) B/B",
        bar: "≤ 0.002 B/B", verdict: share <= 0.002 || megabytes < 100 ? .held : .missed))
    guard let root = try document.root() else { return rows }
    let last = try document.childCount(of: root).known
    let jump = ContinuousClock.now
    for step in 0..<100 {
      let place = last * step / 100
      _ = try document.children(of: root, in: place..<place + 1)
    }
    let each = (ContinuousClock.now - jump).inSeconds / 100
    rows.append(
      BenchRow(
        "\(name), jump to a child", each.milliseconds, bar: "≤ 1 ms",
        verdict: each <= 0.001 ? .held : .missed))
    return rows
  }
}

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
    let keys = try keysMeanwhile(try FileServer(file.path))
    return [
      BenchRow(
        "key to frame while \(megabytes) MB are read and 200 jobs/s run, 99%",
        "\(keys.percentile(0.99).milliseconds) of \(keys.count)", bar: "≤ 16 ms",
        verdict: keys.percentile(0.99) <= 0.016 ? .held : .missed)
    ]
  }

  private static func keysMeanwhile(_ server: FileServer) throws -> [Double] {
    let ledger = try LedgerServer(.written)
    let home = try WeirHome()
    let screen = try DocumentScreen(home)
    defer { screen.terminal.end() }
    _ = try Measured.run(
      home.command(["queue", "limit", ledger.url, "64", "--rate", "200"]),
      environment: home.environment())
    _ = try screen.stream(server.url, until: "user 0")
    try Jobs.add(10_000, to: home, url: ledger.url + "/{{n}}")
    var delays: [Double] = []
    for number in 0..<300 {
      screen.terminal.drain()
      screen.terminal.type(number.isMultiple(of: 2) ? "j" : "k")
      if let span = screen.terminal.waitForOutput() { delays.append(span.inSeconds) }
    }
    return delays
  }
}
