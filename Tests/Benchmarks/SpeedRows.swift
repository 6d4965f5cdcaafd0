import Foundation
import TestSupport

/// How many synced 4 KiB appends the disk does in a second: what durability costs here.
enum DiskRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let file = open(folder.path("sync"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let block = [UInt8](repeating: 7, count: 4096)
    let start = ContinuousClock.now
    var count = 0
    let span = scale(Duration.seconds(1), small: .milliseconds(50))
    while ContinuousClock.now - start < span, count < 100_000 {
      let isWritten = write(file, block, block.count) == block.count && fdatasync(file) == 0
      try Evidence.require(isWritten, "A synced append", why: String(cString: strerror(errno)))
      count += 1
    }
    return [BenchRow("disk: fdatasync per second", "\(count)")]
  }
}

/// From fork to the first frame in a pseudo-terminal, beside an editor as the floor.
enum StartRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let home = try WeirHome()
    let weir = try median(home.command([]), "Response", home.environment(), scale(15, small: 2))
    let nano = ChildProcess.find("nano").flatMap {
      try? median([$0], "nano", home.environment(), scale(15, small: 1))
    }
    return [
      BenchRow(
        "start to first frame", "\(weir.milliseconds) (nano \(nano?.milliseconds ?? "absent"))",
        bar: "≤ 25 ms", verdict: weir <= 0.025 ? .held : .missed)
    ]
  }

  private static func median(
    _ words: [String], _ text: String, _ environment: [String: String], _ count: Int
  ) throws -> Double {
    try (0..<count).map { _ in
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
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let nginx = try NginxServer()
    let home = try WeirHome()
    let url = nginx.plain + "/json"
    let count = scale(31, small: 2)
    let (sent, fetched) = (try home.run("send", url), try ChildProcess.run(["curl", "-s", url]))
    try Evidence.require(
      sent.code == 0 && !fetched.isEmpty && sent.output.contains(fetched), "A GET of \(url)",
      why: "Weir printed \(sent.output.prefix(200)), curl \(fetched.prefix(200)).")
    let curl = try median(["curl", "-s", url], count: count)
    let weir = try median(home.command(["send", url]), home.environment(), count: count)
    let venv = FileManager.default.currentDirectoryPath + "/.build-tests/venv/bin/"
    let xh = try? median([venv + "xh", "--ignore-stdin", url], count: count)
    let http = try? median([venv + "http", "--ignore-stdin", url], count: scale(5, small: 1))
    let beatsXh = xh.map { weir < $0 } ?? false
    return [
      BenchRow(
        "send GET, whole process",
        "\(weir.milliseconds) = \((weir / curl).short) × curl \(curl.milliseconds); xh \(xh?.milliseconds ?? "absent"), http \(http?.milliseconds ?? "absent")",
        bar: "≤ 2 × curl, < xh", verdict: weir <= 2 * curl && beatsXh ? .held : .missed)
    ]
  }

  private static func median(
    _ words: [String], _ environment: [String: String]? = nil, count: Int
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
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let count = scale(10_000, small: 100)
    let nginx = try NginxServer()
    let folder = try TemporaryFolder()
    let urls = (0..<count).map { "\(nginx.plain)/json?n=\($0)" }
    let config = try folder.write(
      "urls", urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"" }.joined(separator: "\n"))
    let rows = try folder.write(
      "rows.jsonl", (0..<count).map { "{\"n\":\"\($0)\"}" }.joined(separator: "\n"))
    var weir: [Double] = []
    var curl: [Double] = []
    for _ in 0..<scale(3, small: 1) {
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
      // It fails when a row did.
      let waited = try home.run("queue", "wait", "g1")
      try Evidence.require(
        waited.code == 0 && waited.output.contains(count.grouped), "Draining \(count) jobs",
        why: waited.output)
      weir.append(drained.seconds)
    }
    let hey = try? Measured.run(["hey", "-n", "\(count)", "-c", "64", nginx.plain + "/json"])
    let ratio = weir.median / curl.median
    return [
      BenchRow(
        "\(count.grouped) queued GETs, limit 64",
        "\(weir.median.short) s = \(ratio.short) × curl --parallel \(curl.median.short) s; hey \(hey?.seconds.short ?? "absent") s",
        bar: "≤ 1.0 × curl", verdict: ratio <= 1 ? .held : .missed)
    ]
  }
}

/// 100,000 jobs in one command, beside raw rows in one SQLite transaction.
enum AddRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let home = try WeirHome()
    let count = scale(100_000, small: 200)
    let seconds = try Jobs.add(count, to: home, url: "http://127.0.0.1:9/{{n}}")
    let peer = ChildProcess.find("python3").flatMap { python in
      let program = """
        import sqlite3,os
        d=sqlite3.connect(os.path.join(os.environ['TMPDIR'],'raw.db'),isolation_level=None)
        d.execute('pragma journal_mode=wal');d.execute('pragma synchronous=full')
        d.execute('create table j(id integer primary key autoincrement,state int,url text,request blob)')
        d.execute('begin')
        d.executemany('insert into j(state,url,request) values(0,?,?)',(('http://127.0.0.1:9/%d'%n,b'x'*120) for n in range(\(count))))
        d.execute('commit')
        """
      var environment = home.environment()
      environment["TMPDIR"] = home.folder.path
      return try? Measured.run([python, "-c", program], environment: environment).seconds
    }
    return [
      BenchRow(
        "add \(count.grouped) jobs", "\(seconds.short) s (raw SQLite \(peer?.short ?? "absent") s)",
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
    let listed = try home.run("queue", "list")
    try Evidence.require(
      listed.output.contains(count.grouped), "Adding \(count) jobs", why: listed.output)
    return run.seconds
  }

  /// Adds jobs that belong to no batch, each a row of the queue.
  static func importSingly(_ count: Int, to home: WeirHome, url: String) throws {
    let jobs = (0..<count).map { number in
      """
      {"held": false, "lane": "\(url.dropLast())", "priority": 0, "request": {"body": {"none": {}}, \
      "environment": "", "headers": [], "method": "GET", "options": {}, "secretQuery": [], \
      "url": "\(url)\(number)"}}
      """
    }
    let file = try home.folder.write(
      "jobs-\(count).json", "{\"version\": 1, \"jobs\": [\(jobs.joined(separator: ",\n"))]}")
    let imported = try home.run("queue", "import", file, limit: .seconds(300))
    guard imported.code == 0 else {
      throw RigError("The jobs were not imported.", why: imported.errorOutput)
    }
  }
}
