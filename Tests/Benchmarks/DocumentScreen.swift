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

  /// The time until nothing is left to do.
  func waitUntilRead() -> Double {
    let start = ContinuousClock.now
    var last = ""
    var still = 0
    while still < 10, ContinuousClock.now - start < .seconds(600) {
      terminal.drain()
      usleep(20_000)
      let now = (try? String(contentsOfFile: idle, encoding: .utf8)) ?? ""
      // Progress writes to the screen: what says nothing and is idle is done.
      still = now == last && terminal.waitForOutput(limit: .milliseconds(30)) == nil ? still + 1 : 0
      last = now
    }
    return (ContinuousClock.now - start).inSeconds - 0.5
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
  private let all: Bool
  private let simdjson: String?

  init(in folder: TemporaryFolder, all: Bool) {
    self.all = all
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
        "c++", "-O2", "-o", folder.path("simdjson-peer"), source, "-lsimdjson",
      ])
      simdjson = built.status == 0 ? folder.path("simdjson-peer") : nil
    } catch {
      simdjson = nil
    }
  }

  func measure(_ file: DocumentFile, _ megabytes: Int) -> String {
    var words = [time("wc -l", ["wc", "-l", file.path])]
    guard file.kind != .line else { return words[0] }
    words.append(simdjson.map { time("simdjson", [$0, file.path]) } ?? "simdjson absent")
    if megabytes <= 100 || all {
      words.append(time("jq .", ["jq", ".", file.path]))
      words.append(time("json.tool", ["python3", "-m", "json.tool", file.path, "/dev/null"]))
    } else {
      words.append("jq and json.tool left out above 100 MB")
    }
    return words.joined(separator: "; ")
  }

  private func time(_ name: String, _ words: [String]) -> String {
    do {
      let run = try Measured.run(words)
      guard run.status == 0 else { return "\(name) ended with \(run.status)" }
      return "\(name) \(run.seconds.short) s, \(run.peakKilobytes / 1024) MB"
    } catch {
      return "\(name) absent"
    }
  }
}
