import ClientDocuments
import Foundation
import TestSupport

/// Large responses in the interface, beside what others take for the same file.
///
/// `WEIR_BENCH_MEGABYTES=1,100` sets the sizes (1,100,1000 otherwise), `WEIR_BENCH_KINDS=records,deep` the
/// kinds, `WEIR_BENCH_PEER_SECONDS` how long a peer may take (30): some need minutes and many times the
/// file's memory.
enum DocumentRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    if scale == .small { return try DocumentFile.Kind.usual.flatMap { try look($0, 1) } }
    let setting = ProcessInfo.processInfo.environment
    let sizes = (setting["WEIR_BENCH_MEGABYTES"] ?? "1,100,1000").split(separator: ",")
      .compactMap { Int($0) }
    let kinds = setting["WEIR_BENCH_KINDS"].map { names in
      names.split(separator: ",").compactMap { DocumentFile.Kind(rawValue: String($0)) }
    }
    return try sizes.flatMap { megabytes in
      try (kinds ?? DocumentFile.Kind.usual).flatMap { try measure($0, megabytes) }
    }
  }

  /// 33 million empty arrays, a million nested ones, a string of a gigabyte, a million keys.
  static func measureWorst(_ scale: Scale) throws -> [BenchRow] {
    if scale == .small {
      return try [DocumentFile.Kind.empties, .nested].flatMap { try look($0, 1) }
    }
    let cases: [(DocumentFile.Kind, Int)] = [
      (.empties, 100), (.nested, 2), (.string, 1000), (.keys, 17),
    ]
    return try cases.flatMap { try measure($0, $1) }
  }

  private static func measure(_ kind: DocumentFile.Kind, _ megabytes: Int) throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let setting = ProcessInfo.processInfo.environment["WEIR_BENCH_PEER_SECONDS"]
    let peers = DocumentPeers(in: folder, limit: .seconds(setting.flatMap { Int($0) } ?? 30))
    let name = "\(kind.rawValue) \(megabytes) MB"
    print("… \(name)")
    do {
      let file = try DocumentFile(kind, megabytes: megabytes, in: folder)
      let rows = try DocumentLook(file, name).rows() + peers.measure(file, name)
      // What is measured shows before all is.
      BenchRow.print(rows)
      return rows
    } catch {
      return [BenchRow(name, "not measured: \(error)", verdict: .missed)]
    }
  }
}

extension DocumentRow {
  /// One document without its peers.
  private static func look(_ kind: DocumentFile.Kind, _ megabytes: Int) throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let file = try DocumentFile(kind, megabytes: megabytes, in: folder)
    return try withExtendedLifetime(folder) {
      try DocumentLook(file, "\(kind.rawValue) \(megabytes) MB").rows()
    }
  }
}

/// What one document takes: on the screen as it arrives, reopened, and without a screen.
private struct DocumentLook {
  private let file: DocumentFile
  private let name: String
  private var isLarge: Bool { file.size > 900_000_000 }
  /// The bars are for up to a gigabyte and a warm page cache, but for the first screen of what arrives: more
  /// does not stay in the cache beside the file it is served from, and is reported without a verdict.
  private var isOfBars: Bool { file.size < 1_500_000_000 }

  init(_ file: DocumentFile, _ name: String) { (self.file, self.name) = (file, name) }

  func rows() throws -> [BenchRow] {
    let ((home, arrived), lent) = try LentProcessors.calmest("\(name), as it arrives") {
      let home = try WeirHome()
      return (home, try arriving(home))
    }
    guard isLarge else { return arrived + [lent] + (try alone()) }
    let (again, lentAgain) = try LentProcessors.calmest("\(name), reopened") { try reopened(home) }
    return arrived + [lent] + again + [lentAgain] + (try alone())
  }

  private func arriving(_ home: WeirHome) throws -> [BenchRow] {
    let server = try FileServer(file.path)
    try LargeResponses.allow(file.size, from: server.origin, in: home)
    let screen = try DocumentScreen(home)
    defer { screen.terminal.end() }
    let seen = try screen.stream(server.url, until: file.sign)
    let (indexed, read) = screen.waitUntilRead()
    let frames = screen.scroll()
    let slowest = frames.percentile(0.99)
    let search = screen.searchInVain()
    try Evidence.require(!frames.isEmpty, "Scrolling \(name)")
    try Evidence.require(
      indexed.isFinite && read.isFinite && search.isFinite, "Reading and searching \(name)")
    let speed = Double(file.size) / 1e9 / search
    let afterByte = try screen.afterFirstByte(seen)
    return [
      judged(
        "first screen after the first byte", afterByte.milliseconds, "≤ 50 ms",
        isHeld: afterByte <= 0.050),
      BenchRow("\(name), and after the key that sends", seen.afterKey.milliseconds),
      BenchRow("\(name), sent, received and indexed", (seen.afterKey + indexed).time),
      BenchRow("\(name), and its grammar judged", (seen.afterKey + read).time),
      memory(of: screen),
      barred(
        "key to frame while scrolling, 99%",
        "\(slowest.milliseconds) of \(frames.count), half \(frames.median.milliseconds)", "≤ 16 ms",
        isHeld: slowest <= 0.016),
      isLarge
        ? barred("search", "\(speed.short) GB/s", "≥ 1 GB/s", isHeld: speed >= 1)
        : BenchRow("\(name), search", "\(speed.short) GB/s"),
    ]
  }

  private func reopened(_ home: WeirHome) throws -> [BenchRow] {
    let screen = try DocumentScreen(home)
    defer { screen.terminal.end() }
    let seen = try screen.reopen(until: file.sign)
    let (indexed, _) = screen.waitUntilRead()
    return [
      barred(
        "stored and reopened, first screen", seen.milliseconds, "≤ 50 ms", isHeld: seen <= 0.050),
      BenchRow("\(name), stored and reopened, indexed", (seen + indexed).time),
      memory(of: screen),
    ]
  }

  private func alone() throws -> [BenchRow] {
    let start = ContinuousClock.now
    let document = try JSONDocument(indexing: try ByteSource(path: file.path))
    let span = (ContinuousClock.now - start).inSeconds
    let share = Double(document.indexSize) / Double(file.size)
    // Below a megabyte the index is of a few pages, whatever is in it.
    let isJudged = file.size > 50_000_000
    let index = BenchRow(
      "\(name), index alone", "\(span.time), \(String(format: "%.5f", share)) B/B",
      bar: isJudged ? "≤ 0.002 B/B" : "",
      verdict: !isJudged ? .note : share <= 0.002 ? .held : .missed)
    guard let root = try document.root() else { return [index] }
    let last = try document.childCount(of: root).known
    try Evidence.require(last > 0, "Counting the children of \(name)")
    var jumps: [Double] = []
    // The first and the last among them.
    for step in 0...100 {
      let place = max(0, min(last - 1, last * step / 100))
      let start = ContinuousClock.now
      _ = try document.children(of: root, in: place..<place + 1)
      jumps.append((ContinuousClock.now - start).inSeconds)
    }
    return [
      index,
      BenchRow(
        "\(name), jump to one of \(last) children, 95%", jumps.percentile(0.95).milliseconds,
        bar: "≤ 1 ms", verdict: jumps.percentile(0.95) <= 0.001 ? .held : .missed),
    ]
  }

  /// A row with a bar, where the bar is defined for a document of this size.
  private func barred(
    _ what: String, _ measured: String, _ bar: String, isHeld: Bool
  ) -> BenchRow {
    isOfBars ? judged(what, measured, bar, isHeld: isHeld) : BenchRow("\(name), \(what)", measured)
  }

  private func judged(_ what: String, _ measured: String, _ bar: String, isHeld: Bool) -> BenchRow {
    BenchRow("\(name), \(what)", measured, bar: bar, verdict: isHeld ? .held : .missed)
  }

  private func memory(of screen: DocumentScreen) -> BenchRow {
    let high = screen.terminal.status("VmHWM")
    return barred("peak memory", "\(high / 1024) MB", "≤ 64 MB", isHeld: high <= 64 << 10)
  }
}

extension Double {
  /// Seconds, or milliseconds where those are few.
  fileprivate var time: String { self < 0.1 ? milliseconds : "\(short) s" }
}
