import Foundation
import TestSupport
import TestTraits
import Testing

/// The memory and time of the processes that handle very many jobs.
@Suite(.serialized, .usesSystem(minutes: 10)) struct BatchMemoryTests {
  /// Runs a command, with its output in a file, and prints its processor time in seconds and the peak of its
  /// resident memory in kilobytes. Other tests run at the same time, so the time until its end says nothing.
  private static let measured = """
    import resource, subprocess, sys
    with open(sys.argv[1], 'w') as sink:
        code = subprocess.run(sys.argv[2:], stdout=sink).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss, end='')
    sys.exit(code)
    """

  /// One process to measure.
  private struct Step {
    var name: String
    var words: [String]
    var home: WeirHome
    var output = "/dev/null"
  }

  private struct Cost {
    /// Of processor time.
    var seconds: Double
    /// In kilobytes.
    var peak: Int
  }

  /// Runs the steps, one after the other.
  private func measure(_ steps: [Step]) throws -> [String: Cost] {
    var costs: [String: Cost] = [:]
    for step in steps {
      let printed = try ChildProcess.run(
        ["python3", "-c", Self.measured, step.output] + step.home.command(step.words),
        environment: step.home.environment(), limit: .seconds(900))
      let numbers = printed.split(separator: " ")
      let seconds = try #require(
        numbers.first.flatMap { Double($0) }, "\(step.name) printed \(printed)")
      let peak = try #require(
        numbers.last.flatMap { Int($0) }, "\(step.name) printed \(printed)")
      costs[step.name] = Cost(seconds: seconds, peak: peak)
    }
    return costs
  }

  /// Expects about the same memory for more jobs, and no time that grows with their square.
  ///
  /// - Parameter growth: The most kilobytes that the larger number may take in addition.
  private func compare(_ small: [String: Cost], _ large: [String: Cost], growth: Int) throws {
    for (name, after) in large {
      let before = try #require(small[name])
      #expect(
        after.peak - before.peak < growth, "\(name): \(before.peak) kB, then \(after.peak) kB")
      #expect(
        after.seconds < 9 * before.seconds + 1,
        "\(name): \(before.seconds) s, then \(after.seconds) s")
    }
  }

  private func rows(_ count: Int, in home: WeirHome) throws -> String {
    try home.folder.write(
      "rows.csv", "n,name\n" + (0..<count).map { "\($0),lamp \($0)\n" }.joined())
  }

  /// Adds, lists, filters, exports, imports, cancels and deletes jobs.
  private func batchCosts(of count: Int) throws -> [String: Cost] {
    let (home, other) = (try WeirHome(), try WeirHome())
    let file = try rows(count, in: home)
    let exported = home.folder.path("jobs.json")
    let costs = try measure([
      Step(
        name: "add",
        words: [
          "queue", "add", "--each", file, "POST", "http://127.0.0.1:9/{{n}}", "name={{name}}",
        ], home: home),
      Step(name: "list", words: ["queue", "list", "--format", "json"], home: home),
      Step(name: "filter", words: ["queue", "list", "--state", "waiting"], home: home),
      Step(name: "show", words: ["show", "g1", "--rows"], home: home),
      Step(name: "export", words: ["queue", "export"], home: home, output: exported),
      Step(name: "import", words: ["queue", "import", exported], home: other),
      Step(name: "cancel", words: ["queue", "cancel", "g1"], home: home),
      Step(name: "clear", words: ["queue", "clear", "--finished"], home: home),
    ])
    #expect(try home.jobs().isEmpty)
    let lanes = try other.run("queue", "lanes", "--format", "json").output
    #expect(lanes.contains("\(count)"), "\(lanes)")
    return costs
  }

  @Test func `five times as many jobs take about the same memory`() async throws {
    try await onOwnThread {
      // 16,000 jobs more, and less than half a kilobyte for each: a job in memory takes more than two.
      try compare(batchCosts(of: 4_000), batchCosts(of: 20_000), growth: 8_000)
    }
  }

  @Test func `the history of many jobs, and their retry, take the memory of few`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")
      func historyCosts(of count: Int) throws -> [String: Cost] {
        let home = try WeirHome()
        let file = try rows(count, in: home)
        _ = try home.run("queue", "add", "--each", file, "\(server.url)/{{n}}")
        let ran = try home.run(
          "queue", "run", "--until-idle", "--limit", "32", limit: .seconds(500))
        #expect(ran.code == 0, "\(ran.errorOutput)")
        let costs = try measure([
          Step(
            name: "history",
            words: ["history", "--limit", "1000000", "--format", "json"], home: home),
          Step(name: "history as text", words: ["history", "--limit", "1000000"], home: home),
          Step(name: "retry", words: ["queue", "retry", "--failed"], home: home),
        ])
        #expect(try home.jobs().count { $0.state == "waiting" } == count)
        return costs
      }
      try compare(historyCosts(of: 3_000), historyCosts(of: 12_000), growth: 8_000)
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["WEIR_MILLION_ROWS"] != nil))
  func `a million rows are handled in 100 MB by each process`() async throws {
    try await onOwnThread {
      for (name, cost) in try batchCosts(of: 1_000_000) {
        #expect(cost.peak < 100_000, "\(name): \(cost.peak) kB")
        print("\(name): \(cost.peak / 1000) MB, \(cost.seconds) s")
      }
    }
  }
}
