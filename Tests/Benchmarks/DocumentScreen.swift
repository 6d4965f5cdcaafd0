import Foundation
import TestSupport

/// The interface with one answer in it.
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

  /// Sends a request by a key; the time until the answer's first rows show.
  func stream(_ url: String, until sign: String) throws -> Double {
    try hold(url)
    return try release(until: sign)
  }

  /// Adds a held request and shows it.
  func hold(_ url: String) throws {
    let added = try Measured.run(
      home.command(["queue", "add", "--hold", url]), environment: home.environment())
    guard added.status == 0, terminal.wait(for: "held") != nil else {
      throw RigError("The held job did not show.", why: "The status is \(added.status).")
    }
    terminal.type("2g\r")
    usleep(500_000)
  }

  /// Lets it go; the time until the answer's first rows show.
  func release(until sign: String) throws -> Double {
    terminal.type("2")
    usleep(200_000)
    terminal.drain()
    terminal.type("H")
    guard let span = terminal.wait(for: sign, limit: .seconds(60)) else {
      throw RigError("No row of the answer showed.", why: "A minute went by.")
    }
    terminal.type("3")
    return span.inSeconds
  }

  /// The time until the body is indexed and its grammar is being judged.
  func waitUntilIndexed() -> Double {
    terminal.wait(for: "check", limit: .seconds(300))?.inSeconds ?? .nan
  }

  /// The times until the body is indexed, and until nothing is left to do.
  ///
  /// A body that is read in one step is never seen on the way: it is indexed when it is read.
  func waitUntilRead() -> (indexed: Double, read: Double) {
    let start = ContinuousClock.now
    var last = ""
    var still = 0
    var indexed: Double?
    while still < 10, ContinuousClock.now - start < .seconds(600) {
      terminal.drain()
      usleep(20_000)
      let now = (try? String(contentsOfFile: idle, encoding: .utf8)) ?? ""
      // Progress writes to the screen: what says nothing and is idle is done.
      still = now == last && terminal.waitForOutput(limit: .milliseconds(30)) == nil ? still + 1 : 0
      last = now
      if indexed == nil, terminal.wait(for: "check", limit: .zero) != nil {
        indexed = (ContinuousClock.now - start).inSeconds
      }
    }
    // It was still for ten looks.
    let read = (ContinuousClock.now - start).inSeconds - 0.5
    return (indexed ?? read, read)
  }

  /// Shows the last job's answer; the time until its first rows show.
  func reopen(until sign: String) throws -> Double {
    terminal.type("2")
    guard terminal.wait(for: "succeeded") != nil else {
      throw RigError("The job did not show.", why: "20 s went by.")
    }
    terminal.type("2g")
    usleep(500_000)
    terminal.drain()
    terminal.type("\r")
    guard let span = terminal.wait(for: sign, limit: .seconds(60)) else {
      throw RigError("No row of the answer showed.", why: "A minute went by.")
    }
    return span.inSeconds
  }

  /// Frames half a page further down, or up and down where there are too few rows for that.
  func scroll() -> [Double] {
    let frames = frames(of: "\u{4}", count: 100)
    if frames.count > 50 { return frames }
    return frames
      + (0..<50).flatMap { _ in self.frames(of: "j", count: 1) + self.frames(of: "k", count: 1) }
  }

  /// From `j` or `k` to the frame that shows the row it goes to as the selected one, in the first ten
  /// elements of an array. Ends at the first that is not answered.
  ///
  /// Frames that tell of something else come all the while, so any output is no answer. A row that is
  /// selected is written anew: its number tells.
  func steps(_ count: Int) -> [Double] {
    terminal.type("3g")
    usleep(200_000)
    var row = -1
    var step = 1
    var delays: [Double] = []
    while delays.count < count {
      // None of these scrolls: of rows that move up only what differs is written.
      if row + step > 9 || row + step < 0 { step = -step }
      row += step
      terminal.drain()
      let before = terminal.seen.count
      terminal.type(step > 0 ? "j" : "k")
      guard let span = terminal.wait(for: "▸ \(row):", limit: .seconds(2), since: before) else {
        break
      }
      delays.append(span.inSeconds)
    }
    return delays
  }

  /// From a key to the next output, some times.
  func frames(of key: String, count: Int) -> [Double] {
    (0..<count).compactMap { _ in
      terminal.drain()
      terminal.type(key)
      return terminal.waitForOutput(limit: .milliseconds(200))?.inSeconds
    }
  }

  /// The time until a text that is nowhere was not found.
  func searchInVain() -> Double {
    terminal.type("/")
    usleep(200_000)
    terminal.type("qzx-nowhere")
    usleep(200_000)
    terminal.drain()
    terminal.type("\r")
    return terminal.wait(for: "not found", limit: .seconds(120))?.inSeconds ?? .nan
  }
}

/// One file, served by nginx as JSON.
struct FileServer {
  private let nginx: NginxServer
  let url: String

  init(_ path: String) throws {
    nginx = try NginxServer()
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
