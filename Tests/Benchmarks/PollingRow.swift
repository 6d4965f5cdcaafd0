import Foundation
import Synchronization
import TestSupport

/// Ten thousand jobs that their server takes its time over: while none is due, then when all are due at
/// once in a lane with a rate.
enum PollingRow {
  private static let rate = 50

  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let count = scale(10_000, small: 100)
    let span = scale(20, small: 1)
    // Until the first questions: the submits take a few seconds, then it is quiet.
    let ledger = JobLedger(wait: scale(60, small: 8))
    let server = try AnsweringServer { ledger.respond($0) }
    let home = try WeirHome()
    let rows = try home.folder.write(
      "rows.jsonl", (0..<count).map { "{\"n\":\"\($0)\"}" }.joined(separator: "\n"))
    let added = try Measured.run(
      home.command(["queue", "add", "--poll", "--each", rows, "POST", server.url + "/{{n}}"]),
      environment: home.environment())
    guard added.status == 0 else {
      throw RigError("The jobs were not added.", why: "The status is \(added.status).")
    }
    let runner = try Measured.spawn(
      home.command(["queue", "run", "--limit", "64"]), environment: home.environment())
    defer {
      kill(runner, SIGTERM)
      var status: Int32 = 0
      waitpid(runner, &status, 0)
    }
    let begun = ContinuousClock.now
    while ledger.submits < count, ContinuousClock.now - begun < .seconds(120) { usleep(10_000) }
    guard ledger.submits == count else {
      throw RigError("The jobs were not taken on.", why: "The server has seen \(ledger.submits).")
    }
    _ = try Measured.run(
      home.command(["queue", "limit", server.url, "64", "--rate", "\(rate)"]),
      environment: home.environment())
    if scale == .full { sleep(3) }
    let quiet = share(of: runner, for: span)
    let early = ledger.questions
    while ledger.questions == early, ContinuousClock.now - begun < .seconds(180) { usleep(10_000) }
    if scale == .full { sleep(3) }
    ledger.clearTimes()
    let busy = share(of: runner, for: span)
    let resident = residentKilobytes(of: runner)
    let most = ledger.mostInASecond()
    try Evidence.require(
      early == 0 && most > 0 && resident < .max, "Polling \(count) jobs",
      why: "\(early) questions came early, \(most) in a second later.")
    return [
      BenchRow(
        "\(count) polling jobs, processor", "\((quiet * 100).short) %", bar: "< 2 %",
        verdict: early == 0 && quiet < 0.02 ? .held : .missed),
      BenchRow(
        "the same at \(rate) questions a second", "\((busy * 100).short) %"),
      BenchRow(
        "\(count) polling jobs, resident", "\(resident / 1024) MB", bar: "≤ 150 MB",
        verdict: resident <= 150 << 10 ? .held : .missed),
      // One more than the rate: a second may begin just before a question and end just after one.
      BenchRow(
        "\(count) polling jobs, most questions in a second", "\(most)", bar: "≤ \(rate + 2)",
        verdict: most > 0 && most <= rate + 2 ? .held : .missed),
    ]
  }

  /// The part of one processor that a process takes for a while.
  private static func share(of pid: pid_t, for span: Int) -> Double {
    let before = ProcessActivity(of: pid)
    sleep(UInt32(span))
    let spent = ProcessActivity(of: pid).since(before)
    return Double(spent.ticks) / Double(sysconf(Int32(_SC_CLK_TCK))) / Double(span)
  }

  private static func residentKilobytes(of pid: pid_t) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first ?? .max
  }

  /// What the server has seen.
  private final class JobLedger: Sendable {
    private struct Page {
      var submits = 0
      var questions: [ContinuousClock.Instant] = []
    }
    private let page = Mutex(Page())
    private let wait: Int
    init(wait: Int) { self.wait = wait }

    var submits: Int { page.withLock { $0.submits } }
    var questions: Int { page.withLock { $0.questions.count } }
    func clearTimes() { page.withLock { $0.questions = [] } }

    func respond(_ request: HTTPRequest) -> String {
      page.withLock { page in
        if request.method == "POST" {
          page.submits += 1
          return AnsweringServer.response(
            202, "{}", type: "application/json",
            "Operation-Location: /ops\(request.target)\r\nRetry-After: \(wait)\r\n")
        }
        page.questions.append(.now)
        return AnsweringServer.response(200, #"{"status":"running"}"#)
      }
    }

    /// The most questions that came within any one second.
    func mostInASecond() -> Int {
      let times = page.withLock { $0.questions }.sorted()
      var first = 0
      var most = 0
      for (last, time) in times.enumerated() {
        while time - times[first] >= .seconds(1) { first += 1 }
        most = max(most, last - first + 1)
      }
      return most
    }
  }
}
