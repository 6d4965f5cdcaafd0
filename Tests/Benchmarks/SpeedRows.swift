import Foundation
import TestSupport

/// How many synced 4 KiB appends the disk does in a second: what durability costs here.
enum DiskRow {
  static func measure() throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let file = open(folder.path("sync"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let block = [UInt8](repeating: 7, count: 4096)
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < .seconds(1), count < 100_000 {
      _ = write(file, block, block.count)
      fdatasync(file)
      count += 1
    }
    return [BenchRow("disk: fdatasync per second", "\(count)")]
  }
}

/// From fork to the first frame in a pseudo-terminal, beside an editor as the floor.
enum StartRow {
  static func measure() throws -> [BenchRow] {
    let home = try WeirHome()
    let weir = try median(home.command([]), "Response", home.environment())
    let nano = ChildProcess.find("nano").flatMap { try? median([$0], "nano", home.environment()) }
    return [
      BenchRow(
        "start to first frame", "\(weir.milliseconds) (nano \(nano?.milliseconds ?? "absent"))",
        bar: "≤ 30 ms", verdict: weir <= 0.030 ? .held : .missed)
    ]
  }

  private static func median(
    _ words: [String], _ text: String, _ environment: [String: String]
  ) throws -> Double {
    try (0..<15).map { _ in
      let start = ContinuousClock.now
      let terminal = try Pseudoterminal(words, environment: environment)
      defer { terminal.end() }
      guard terminal.wait(for: text) != nil else {
        throw RigError("\(words[0]) showed no \(text).", why: "20 s went by.")
      }
      return (ContinuousClock.now - start).inSeconds
    }.median
  }
}

/// One GET as a whole process, beside curl, xh and HTTPie.
enum SendRow {
  static func measure() throws -> [BenchRow] {
    let nginx = try NginxServer()
    let home = try WeirHome()
    let url = nginx.plain + "/json"
    let curl = try median(["curl", "-s", url])
    let weir = try median(home.command(["send", url]), home.environment())
    let venv = FileManager.default.currentDirectoryPath + "/.build-tests/venv/bin/"
    let xh = try? median([venv + "xh", "--ignore-stdin", url])
    let http = try? median([venv + "http", "--ignore-stdin", url], count: 5)
    let beatsXh = xh.map { weir < $0 } ?? false
    return [
      BenchRow(
        "send GET, whole process",
        "\(weir.milliseconds) = \((weir / curl).short) × curl \(curl.milliseconds); xh \(xh?.milliseconds ?? "absent"), http \(http?.milliseconds ?? "absent")",
        bar: "≤ 2 × curl, < xh", verdict: weir <= 2 * curl && beatsXh ? .held : .missed)
    ]
  }

  private static func median(
    _ words: [String], _ environment: [String: String]? = nil, count: Int = 31
  ) throws -> Double {
    _ = try Measured.run(words, environment: environment)
    return try (0..<count).map { _ in
      let run = try Measured.run(words, environment: environment)
      guard run.status == 0 else {
        throw RigError("\(words[0]) failed.", why: "Its status is \(run.status).")
      }
      return run.seconds
    }.median
  }
}

/// 10,000 queued GETs drained with intent and result durable, beside curl --parallel and hey.
enum DrainRow {
  static let count = 10_000

  static func measure() throws -> [BenchRow] {
    let nginx = try NginxServer()
    let folder = try TemporaryFolder()
    let urls = (0..<count).map { "\(nginx.plain)/json?n=\($0)" }
    let config = try folder.write(
      "urls", urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"" }.joined(separator: "\n"))
    let rows = try folder.write(
      "rows.jsonl", (0..<count).map { "{\"n\":\"\($0)\"}" }.joined(separator: "\n"))
    var weir: [Double] = []
    var curl: [Double] = []
    for _ in 0..<3 {
      curl.append(
        try Measured.run(["curl", "-s", "--parallel", "--parallel-max", "64", "-K", config]).seconds
      )
      let home = try WeirHome()
      let added = try Measured.run(
        home.command(["queue", "add", "--each", rows, nginx.plain + "/json?n={{n}}"]),
        environment: home.environment())
      let drained = try Measured.run(
        home.command(["queue", "run", "--until-idle", "--limit", "64"]),
        environment: home.environment())
      guard added.status == 0, drained.status == 0 else {
        throw RigError("The queue was not drained.", why: "Its status is \(drained.status).")
      }
      weir.append(drained.seconds)
    }
    let hey = try? Measured.run(["hey", "-n", "\(count)", "-c", "64", nginx.plain + "/json"])
    let ratio = weir.median / curl.median
    return [
      BenchRow(
        "10,000 queued GETs, limit 64",
        "\(weir.median.short) s = \(ratio.short) × curl --parallel \(curl.median.short) s; hey \(hey?.seconds.short ?? "absent") s",
        bar: "≤ 1.0 × curl", verdict: ratio <= 1 ? .held : .missed)
    ]
  }
}

/// 100,000 jobs in one command, beside raw rows in one SQLite transaction.
enum AddRow {
  static func measure() throws -> [BenchRow] {
    let home = try WeirHome()
    let seconds = try Jobs.add(100_000, to: home, url: "http://127.0.0.1:9/{{n}}")
    let peer = ChildProcess.find("python3").flatMap { python in
      let program = """
        import sqlite3,os
        d=sqlite3.connect(os.path.join(os.environ['TMPDIR'],'raw.db'),isolation_level=None)
        d.execute('pragma journal_mode=wal');d.execute('pragma synchronous=full')
        d.execute('create table j(id integer primary key autoincrement,state int,url text,request blob)')
        d.execute('begin')
        d.executemany('insert into j(state,url,request) values(0,?,?)',(('http://127.0.0.1:9/%d'%n,b'x'*120) for n in range(100000)))
        d.execute('commit')
        """
      var environment = home.environment()
      environment["TMPDIR"] = home.folder.path
      return try? Measured.run([python, "-c", program], environment: environment).seconds
    }
    return [
      BenchRow(
        "add 100,000 jobs", "\(seconds.short) s (raw SQLite \(peer?.short ?? "absent") s)",
        bar: "≤ 3 s", verdict: seconds <= 3 ? .held : .missed)
    ]
  }
}

/// Jobs for the rows that need a full queue.
enum Jobs {
  /// Adds jobs by one command; how many seconds it took.
  @discardableResult
  static func add(_ count: Int, to home: WeirHome, url: String) throws -> Double {
    let rows = try home.folder.write(
      "rows-\(count).jsonl", (0..<count).map { "{\"n\":\"\($0)\"}" }.joined(separator: "\n"))
    let run = try Measured.run(
      home.command(["queue", "add", "--each", rows, url]), environment: home.environment())
    guard run.status == 0 else {
      throw RigError("The jobs were not added.", why: "The status is \(run.status).")
    }
    return run.seconds
  }
}
