import Foundation
import TestSupport

/// The interface with one response in it.
struct DocumentScreen {
  let terminal: Pseudoterminal
  private let home: WeirHome
  private let idle: String

  init(_ home: WeirHome) throws {
    self.home = home
    idle = home.folder.path("idle")
    terminal = try Pseudoterminal(
      home.command([]), environment: home.environment(["WEIR_IDLE_FILE": idle]))
    guard terminal.wait(for: "Response") != nil else {
      throw RigError("The interface did not open.", why: "20 s went by.")
    }
  }

  /// When the response's first rows were seen.
  struct Sighting {
    let afterKey: Double
    let at: Date
  }

  /// Sends a request by a key, until the response's first rows show.
  func stream(_ url: String, until sign: String) throws -> Sighting {
    try hold(url)
    return try release(until: sign)
  }

  /// How long the rows took from the response's first byte on, by what Weir stores of its only job.
  ///
  /// Before that byte there are a commit, a connection and a server. The attempt begins with its commit, which
  /// counts here as time after the byte.
  func afterFirstByte(_ sighting: Sighting) throws -> Double {
    struct Shown: Decodable {
      struct Attempt: Decodable {
        struct Timings: Decodable { let firstByte: Double }
        let started: Double
        let timings: Timings
      }
      let attempts: [Attempt]
    }
    let reported = try home.run("show", "1", "--format", "json").output
    let attempt = try JSONDecoder().decode(Shown.self, from: Data(reported.utf8)).attempts.first
    guard let attempt else {
      throw RigError("The job has no attempt.", why: "It was not sent.")
    }
    return sighting.at.timeIntervalSince1970 - (attempt.started + attempt.timings.firstByte) / 1000
  }

  /// Adds a held request and shows it.
  func hold(_ url: String) throws {
    let added = try Measured.run(
      home.command(["queue", "add", "--hold", url]), environment: home.environment())
    guard added.status == 0, terminal.wait(for: "held by you") != nil else {
      throw RigError("The held job did not show.", why: "The status is \(added.status).")
    }
    terminal.type("2g\r")
    whenStill()
  }

  /// Lets it go, until the response's first rows show.
  func release(until sign: String) throws -> Sighting {
    terminal.type("2")
    guard terminal.wait(limit: .seconds(20), until: { $0.shows("enter show") }) != nil else {
      throw RigError("The queue panel did not get the focus.", why: "20 s passed.")
    }
    terminal.type("H")
    // Compares cells, not bytes: ncurses sends only the characters that differ from the screen.
    guard let span = terminal.wait(limit: .seconds(60), until: { $0.shows(sign) }) else {
      throw noRow
    }
    let seen = Sighting(afterKey: span.inSeconds, at: Date())
    terminal.type("3")
    return seen
  }

  private var noRow: RigError {
    RigError(
      "No row of the response showed.",
      why: "A minute went by. It shows:\n" + terminal.cells.lines.joined(separator: "\n"))
  }

  /// The time until the body is indexed and its grammar is being judged.
  func waitUntilIndexed() -> Double {
    terminal.wait(limit: .seconds(300)) { $0.shows("check") }?.inSeconds ?? .nan
  }

  /// The times until the body is indexed, and until nothing is left to do.
  ///
  /// A body that is read in one step is never seen on the way: it is indexed when it is read.
  func waitUntilRead() -> (indexed: Double, read: Double) {
    let start = ContinuousClock.now
    var indexed: Double?
    let read = whenStill(limit: .seconds(600)) {
      if indexed == nil, terminal.cells.shows("check") {
        indexed = (ContinuousClock.now - start).inSeconds
      }
    }
    return (indexed ?? read, read)
  }

  /// The time until the interface has nothing left to do and says nothing for a third of a second.
  @discardableResult private func whenStill(
    limit: Duration = .seconds(20), _ look: () -> Void = {}
  ) -> Double {
    let start = ContinuousClock.now
    var last = (count: "", at: start)
    while ContinuousClock.now - start < limit {
      let isSilent = terminal.waitForOutput(limit: .milliseconds(20)) == nil
      look()
      let count = (try? String(contentsOfFile: idle, encoding: .utf8)) ?? ""
      if !isSilent || count != last.count { last = (count, .now) }
      if ContinuousClock.now - last.at > .milliseconds(300) {
        return (last.at - start).inSeconds
      }
    }
    return .nan
  }

  /// Shows the last job's response; the time until its first rows show.
  func reopen(until sign: String) throws -> Double {
    terminal.type("2")
    guard terminal.wait(for: "✓") != nil else {
      throw RigError("The job did not show.", why: "20 s went by.")
    }
    terminal.type("2g")
    whenStill()
    terminal.type("\r")
    guard let span = terminal.wait(limit: .seconds(60), until: { $0.shows(sign) }) else {
      throw noRow
    }
    return span.inSeconds
  }

  /// From a key to the frame that shows the row it leads to as the selected one: half a page further
  /// down, and up and down again where there are too few rows for that.
  func scroll() -> [Double] {
    let frames = steps(repeatElement("\u{4}", count: 100))
    if frames.count > 50 { return frames }
    terminal.type("g")
    whenStill()
    return frames + steps(100)
  }

  /// The same for steps among the first rows.
  func steps(_ count: Int) -> [Double] {
    terminal.type("3g")
    whenStill()
    return steps((0..<count).lazy.map { $0 % 16 < 8 ? "j" : "k" })
  }

  /// The same for as long as the body is indexed; a key that is not answered counts for two seconds.
  ///
  /// - Parameter distance: From one key to the next, where that is answered by then.
  func stepsWhileIndexing(_ distance: Duration) -> [Double] {
    var delays: [Double] = []
    var next = ContinuousClock.now
    // For a moment all that has arrived may be indexed.
    var shown = (at: ContinuousClock.now, count: 0)
    while delays.count < 10_000, ContinuousClock.now - shown.at < .milliseconds(500) {
      delays.append(steps([delays.count % 16 < 8 ? "j" : "k"]).first ?? 2)
      next = max(next + distance, .now)
      while ContinuousClock.now < next { _ = terminal.waitForOutput(limit: next - .now) }
      if terminal.cells.shows("indexing") { shown = (.now, delays.count) }
    }
    return Array(delays.prefix(shown.count))
  }

  /// Ends at the first key that is not answered.
  ///
  /// Frames with other changes come all the while, so any output is not a response: the way to the
  /// selected value in the panel's lower line is another one for each.
  private func steps(_ keys: some Sequence<String>) -> [Double] {
    var delays: [Double] = []
    for key in keys {
      terminal.drain()
      let before = terminal.cells.way
      terminal.type(key)
      guard let span = terminal.wait(limit: .seconds(2), until: { $0.way != before }) else { break }
      delays.append(span.inSeconds)
    }
    return delays
  }

  /// The time until a text that is nowhere was not found.
  func searchInVain() -> Double {
    terminal.type("/")
    _ = terminal.wait(limit: .seconds(5)) { $0.shows("Find") }
    terminal.drain()
    terminal.type("qzx-nowhere\r")
    return terminal.wait(limit: .seconds(120)) { $0.shows("not found") }?.inSeconds ?? .nan
  }
}

extension TerminalCells {
  /// The response panel's lower line.
  fileprivate var way: String { lines.last { $0.contains("╯") } ?? "" }
}

/// One file, served by nginx as JSON.
struct FileServer {
  private let nginx: NginxServer
  let origin: String
  let url: String

  init(_ path: String) throws {
    nginx = try NginxServer()
    origin = nginx.plain
    url = nginx.plain + "/files/" + (path as NSString).lastPathComponent
    try nginx.link((path as NSString).lastPathComponent, to: path)
  }
}

/// What others take for the same file.
struct DocumentPeers {
  private let limit: Duration
  private let simdjson: String?

  /// - Parameter limit: What takes longer is ended and printed as longer than that.
  init(in folder: TemporaryFolder, limit: Duration) {
    self.limit = limit
    let program = """
      #include <simdjson.h>
      int main(int, char **v) {
        simdjson::dom::parser parser(4000000000ull);
        auto text = simdjson::padded_string::load(v[1]);
        if (text.error()) return 1;
        return parser.parse(text.value()).error() ? 1 : 0;
      }
      """
    do {
      let source = try folder.write("peer.cpp", program)
      let built = try Measured.run([
        "clang++", "-O2", "-o", folder.path("simdjson-peer"), source, "-lsimdjson",
      ])
      simdjson = built.status == 0 ? folder.path("simdjson-peer") : nil
    } catch {
      simdjson = nil
    }
  }

  /// A row for each.
  func measure(_ file: DocumentFile, _ name: String) -> [BenchRow] {
    let peers: [(String, [String])] = [
      ("wc -l", ["wc", "-l", file.path]), ("simdjson", simdjson.map { [$0, file.path] } ?? []),
      ("jq .", ["jq", ".", file.path]),
      ("json.tool", ["python3", "-m", "json.tool", file.path, "/dev/null"]),
    ]
    return peers.map { BenchRow("\(name), \($0)", time($1)) }
  }

  private func time(_ words: [String]) -> String {
    guard !words.isEmpty else { return "absent" }
    do {
      let run = try Measured.run(words, atMost: limit)
      let memory = "\(run.peakKilobytes / 1024) MB"
      if run.seconds > limit.inSeconds { return "> \(limit.inSeconds.short) s, \(memory)" }
      guard run.status == 0 else { return "ended with \(run.status) after \(run.seconds.short) s" }
      return "\(run.seconds < 0.1 ? run.seconds.milliseconds : run.seconds.short + " s"), \(memory)"
    } catch {
      return "absent"
    }
  }
}
