import Foundation
import TestSupport

/// The interface on 100,000 waiting jobs, and its keys while 500 jobs a second run.
enum ScreenRow {
  static func measure() throws -> [BenchRow] {
    let ledger = try LedgerServer(.written)
    let home = try WeirHome()
    try Jobs.add(100_000, to: home, url: ledger.url + "/{{n}}")
    let lane = ledger.url
    _ = try Measured.run(
      home.command(["queue", "limit", lane, "64", "--rate", "500"]),
      environment: home.environment())
    let start = ContinuousClock.now
    let terminal = try Pseudoterminal(home.command([]), environment: home.environment())
    defer { terminal.end() }
    guard terminal.wait(for: "waiting") != nil else {
      throw RigError("The interface showed no job.", why: "20 s went by.")
    }
    let opened = (ContinuousClock.now - start).inSeconds
    terminal.type("2")
    var delays: [Double] = []
    for number in 0..<300 {
      terminal.drain()
      terminal.type(number.isMultiple(of: 2) ? "j" : "k")
      if let span = terminal.waitForOutput() { delays.append(span.inSeconds) }
    }
    let slow = delays.percentile(0.99)
    let resident = terminal.status("VmRSS")
    return [
      BenchRow(
        "open on 100,000 waiting jobs", "\(opened.milliseconds)", bar: "≤ 1 s",
        verdict: opened <= 1 ? .held : .missed),
      BenchRow(
        "key to frame at 500 jobs/s, 99%", "\(slow.milliseconds) of \(delays.count)",
        bar: "≤ 16 ms",
        verdict: slow <= 0.016 ? .held : .missed),
      BenchRow(
        "resident with 100,000 jobs", "\(resident / 1024) MB", bar: "≤ 150 MB",
        verdict: resident <= 150 << 10 ? .held : .missed),
    ]
  }
}

/// Twenty seconds in which nothing happens.
enum IdleRow {
  static func measure() throws -> [BenchRow] {
    let home = try WeirHome()
    let terminal = try Pseudoterminal(home.command([]), environment: home.environment())
    defer { terminal.end() }
    guard terminal.wait(for: "Response") != nil else {
      throw RigError("The interface did not open.", why: "20 s went by.")
    }
    while terminal.waitForOutput(limit: .seconds(2)) != nil {}
    terminal.settle()
    let before = ProcessActivity(of: terminal.pid)
    sleep(20)
    let spent = ProcessActivity(of: terminal.pid).since(before)
    let resident = terminal.status("VmRSS")
    return [
      BenchRow(
        "idle for 20 s",
        (["\(spent.ticks) ticks, \(spent.switches) switches"] + spent.who).joined(separator: "; "),
        bar: "0, 0", verdict: spent.ticks == 0 && spent.switches == 0 ? .held : .missed),
      BenchRow(
        "idle resident", "\(resident / 1024) MB", bar: "≤ 40 MB",
        verdict: resident <= 40 << 10 ? .held : .missed),
    ]
  }
}

/// From start after kill -9 to the first request on the wire again.
enum RecoveryRow {
  static func measure() throws -> [BenchRow] {
    try [(1_000, 1.0), (100_000, 5.0)].map { count, bar in
      let ledger = try LedgerServer(.written)
      let home = try WeirHome()
      try Jobs.add(count, to: home, url: ledger.url + "/{{n}}")
      let first = try Measured.spawn(
        home.command(["queue", "run", "--limit", "8"]), environment: home.environment())
      let begun = ContinuousClock.now
      while size(ledger) < 10_000, ContinuousClock.now - begun < .seconds(20) { usleep(1000) }
      kill(first, SIGKILL)
      var status: Int32 = 0
      waitpid(first, &status, 0)
      usleep(50_000)
      let before = size(ledger)
      let start = ContinuousClock.now
      let second = try Measured.spawn(
        home.command(["queue", "run"]), environment: home.environment())
      while size(ledger) == before, ContinuousClock.now - start < .seconds(20) {
        usleep(200)
      }
      let seconds = (ContinuousClock.now - start).inSeconds
      kill(second, SIGKILL)
      waitpid(second, &status, 0)
      return BenchRow(
        "recovery after kill -9, \(count) jobs", "\(seconds.milliseconds)", bar: "≤ \(Int(bar)) s",
        verdict: seconds <= bar ? .held : .missed)
    }
  }
}

/// Bytes in a server's ledger: it grows with each request that was processed.
private func size(_ server: LedgerServer) -> Int {
  var facts = stat()
  return stat(server.ledger.path, &facts) == 0 ? Int(facts.st_size) : 0
}

/// A large answer to disk, and one that grows without end when it is decoded.
enum BodyRow {
  static func measure() throws -> [BenchRow] {
    let nginx = try NginxServer()
    try nginx.write("small", [UInt8](repeating: 65, count: 1000))
    try nginx.write("large", [UInt8](repeating: 65, count: 100 << 20))
    let home = try WeirHome()
    func send(_ url: String, to file: String) throws -> Measured {
      try Measured.run(
        home.command(["send", "-o", home.folder.path(file), url]), environment: home.environment())
    }
    let floor = try send(nginx.plain + "/files/small", to: "small")
    let large = try send(nginx.plain + "/files/large", to: "large")
    let curl = try Measured.run([
      "curl", "-s", "-o", home.folder.path("curl"), nginx.plain + "/files/large",
    ])
    let grown = (large.peakKilobytes - floor.peakKilobytes) / 1024
    let hostile = try HostileServer()
    let bomb = try Measured.run(
      home.command(["send", hostile.url(.gzipBomb)]), environment: home.environment())
    let bombGrown = (bomb.peakKilobytes - floor.peakKilobytes) / 1024
    return [
      BenchRow(
        "100 MB answer to disk",
        "+\(grown) MB, \(large.seconds.short) s = \((large.seconds / curl.seconds).short) × curl -o",
        bar: "≤ +64 MB", verdict: large.status == 0 && grown <= 64 ? .held : .missed),
      BenchRow(
        "1 GB gzip bomb", "status \(bomb.status), +\(bombGrown) MB, \(bomb.seconds.short) s",
        bar: "26, ≤ +64 MB", verdict: bomb.status == 26 && bombGrown <= 64 ? .held : .missed),
    ]
  }
}
