import Foundation
import TestSupport

/// The interface on 100,000 waiting jobs, and its keys while 500 jobs a second run.
enum ScreenRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let ledger = try LedgerServer(.written)
    let home = try WeirHome()
    let count = scale(100_000, small: 300)
    try Jobs.importSingly(count, to: home, url: ledger.url + "/")
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
    // The sidebar stands there at this width; two requests in tabs.
    for name in ["first", "second"] { terminal.type("\u{0E}i:9/\(name)\u{1B}") }
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows("second") && $0.shows("first") } != nil,
      "Opening two requests")
    terminal.type("2")
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.selectedRow != nil } != nil, "Selecting a row")
    let keys = scale(300, small: 20)
    let moving = try delays(of: keys, on: terminal)
    terminal.type("/")
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows("Filter") } != nil, "Asking for a filter")
    var typing: [Double] = []
    // Of jobs at the end of the queue, which stay while it is measured: all are looked through.
    let last = "/\(count - 10)"
    for letter in last.dropLast() {
      terminal.drain()
      terminal.type(String(letter))
      if let span = terminal.waitForOutput() { typing.append(span.inSeconds) }
    }
    let began = ContinuousClock.now
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows(last) } != nil, "Filtering")
    let matched = (ContinuousClock.now - began).inSeconds
    terminal.type("\r")
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.selectedRow != nil } != nil, "Going into the list")
    let filtered = try delays(of: keys, on: terminal)
    let served = ledger.ledger.count
    try Evidence.require(served > 0, "Running jobs meanwhile")
    let resident = terminal.status("VmRSS")
    return [
      BenchRow(
        "open on \(count.grouped) waiting jobs", "\(opened.milliseconds)", bar: "≤ 1 s",
        verdict: opened <= 1 ? .held : .missed),
      row("key to frame at 500 jobs/s, 99%", moving),
      row("the same, filtered, 99%", filtered),
      row("typing a filter, 99%", typing),
      BenchRow(
        "first matches of a filter", "\(matched.milliseconds)", bar: "≤ 100 ms",
        verdict: matched <= 0.1 ? .held : .missed),
      BenchRow(
        "resident with \(count.grouped) jobs", "\(resident / 1024) MB", bar: "≤ 150 MB",
        verdict: resident <= 150 << 10 ? .held : .missed),
    ]
  }

  private static func row(_ name: String, _ delays: [Double]) -> BenchRow {
    let slow = delays.percentile(0.99)
    return BenchRow(
      name, "\(slow.milliseconds) of \(delays.count), half \(delays.percentile(0.5).milliseconds)",
      bar: "≤ 16 ms", verdict: slow <= 0.016 ? .held : .missed)
  }

  /// From a key that moves the selected row to the frame that shows it.
  static func delays(of keys: Int, on terminal: Pseudoterminal) throws -> [Double] {
    // Away from the first rows, which are the next to run.
    for _ in 0..<8 { terminal.type("j") }
    _ = terminal.waitForOutput(limit: .milliseconds(300))
    var delays: [Double] = []
    for number in 0..<keys {
      terminal.drain()
      // While the queue changes, a frame may come in two pieces.
      _ = terminal.wait(limit: .seconds(1)) { !$0.selection.isEmpty }
      let before = terminal.cells.selection
      terminal.type(number.isMultiple(of: 2) ? "j" : "k")
      // Frames for jobs come all the while: only a selection that moved responds to the key.
      let span = terminal.wait(limit: .seconds(2)) { $0.selection != before }
      if let span { delays.append(span.inSeconds) }
    }
    try Evidence.require(delays.count, of: keys, "Moving the selected row")
    return delays
  }
}

/// Twenty seconds in which nothing happens.
enum IdleRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let home = try WeirHome()
    let terminal = try Pseudoterminal(home.command([]), environment: home.environment())
    defer { terminal.end() }
    guard terminal.wait(for: "Response") != nil else {
      throw RigError("The interface did not open.", why: "20 s went by.")
    }
    while terminal.waitForOutput(limit: .seconds(2)) != nil {}
    if scale == .full { terminal.settle() }
    let before = ProcessActivity(of: terminal.pid)
    let pause = scale(20, small: 1)
    sleep(UInt32(pause))
    let spent = ProcessActivity(of: terminal.pid).since(before)
    let resident = terminal.status("VmRSS")
    // What rests lives: it was not measured after its end.
    terminal.type("?")
    try Evidence.require(
      resident > 0 && terminal.wait(for: "Help") != nil, "Resting for \(pause) s",
      why: "The interface did not answer a key afterwards.")
    return [
      BenchRow(
        "idle for \(pause) s",
        (["\(spent.ticks) ticks, \(spent.switches) switches"] + spent.who).joined(separator: "; "),
        bar: "0, 0", verdict: spent.ticks == 0 && spent.switches == 0 ? .held : .missed),
      BenchRow(
        "idle resident", "\(resident / 1024) MB", bar: "≤ 36 MB",
        verdict: resident <= 36 << 10 ? .held : .missed),
    ]
  }
}

/// From start after kill -9 to the first request on the wire again.
enum RecoveryRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    try scale([(1_000, 1.0), (100_000, 5.0)], small: [(500, 1.0)]).map { count, bar in
      let ledger = try LedgerServer(.written)
      let home = try WeirHome()
      try Jobs.add(count, to: home, url: ledger.url + "/{{n}}")
      let first = try Measured.spawn(
        home.command(["queue", "run", "--limit", "8"]), environment: home.environment())
      let begun = ContinuousClock.now
      let enough = scale(10_000, small: 1_000)
      while size(ledger) < enough, ContinuousClock.now - begun < .seconds(20) { usleep(1000) }
      try Evidence.require(size(ledger) >= enough, "Running jobs before the kill")
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
      try Evidence.require(size(ledger) > before, "A request after the kill")
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

/// A large response to disk, and one that grows without end when it is decoded.
enum BodyRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let nginx = try NginxServer()
    try nginx.write("small", [UInt8](repeating: 65, count: 1000))
    let megabytes = scale(100, small: 2)
    try nginx.write("large", [UInt8](repeating: 65, count: megabytes << 20))
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
    let received = try FileManager.default.attributesOfItem(atPath: home.folder.path("large"))
    try Evidence.require(
      large.status == 0 && received[.size] as? Int == megabytes << 20, "The large response",
      why: "Status \(large.status), \(received[.size] ?? 0) bytes.")
    let grown = (large.peakKilobytes - floor.peakKilobytes) / 1024
    let hostile = try HostileServer()
    let bomb = try Measured.run(
      home.command(["send", hostile.url(.gzipBomb)]), environment: home.environment())
    try Evidence.require(bomb.status == 26, "Refusing the bomb", why: "Status \(bomb.status).")
    let bombGrown = (bomb.peakKilobytes - floor.peakKilobytes) / 1024
    return [
      BenchRow(
        "\(megabytes) MB response to disk",
        "+\(grown) MB, \(large.seconds.short) s = \((large.seconds / curl.seconds).short) × curl -o",
        bar: "≤ +64 MB", verdict: large.status == 0 && grown <= 64 ? .held : .missed),
      BenchRow(
        "1 GB gzip bomb", "status \(bomb.status), +\(bombGrown) MB, \(bomb.seconds.short) s",
        bar: "26, ≤ +64 MB", verdict: bomb.status == 26 && bombGrown <= 64 ? .held : .missed),
    ]
  }
}
