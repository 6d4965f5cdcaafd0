import Foundation
import TestSupport
import TestTraits
import Testing

/// The memory of the processes that handle a batch of many rows.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BatchMemoryTests {
  /// Runs a command and prints the peak of its resident memory, in kilobytes, on standard error.
  private static let measured = """
    import os, resource, subprocess, sys
    with open(os.devnull, 'w') as sink:
        code = subprocess.run(sys.argv[1:], stdout=sink).returncode
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, end='')
    sys.exit(code)
    """

  private static let steps = ["add", "list", "filter", "show", "cancel", "clear"]

  /// Adds, lists, filters, cancels and deletes a batch.
  ///
  /// - Returns: The peak of each process, in kilobytes.
  private func peaks(of rows: Int) throws -> [String: Int] {
    let home = try WeirHome()
    let file = try home.folder.write(
      "rows.csv", "n,name\n" + (0..<rows).map { "\($0),lamp \($0)\n" }.joined())
    let commands = [
      ["queue", "add", "--each", file, "POST", "http://127.0.0.1:9/{{n}}", "name={{name}}"],
      ["queue", "list", "--format", "json"], ["queue", "list", "--state", "waiting"],
      ["show", "g1", "--rows"], ["queue", "cancel", "g1"], ["queue", "clear", "--finished"],
    ]
    var peaks: [String: Int] = [:]
    for (step, words) in zip(Self.steps, commands) {
      let printed = try ChildProcess.run(
        ["python3", "-c", Self.measured] + home.command(words), environment: home.environment(),
        limit: .seconds(900))
      let peak: Int = try #require(Int(printed), "\(step) printed \(printed)")
      peaks[step] = peak
    }
    #expect(try home.run("queue", "list", "--format", "json").output.hasPrefix("["))
    return peaks
  }

  @Test func `a batch of five times as many rows takes about the same memory`() async throws {
    try await onOwnThread {
      let (small, large) = (try peaks(of: 4_000), try peaks(of: 20_000))
      for step in Self.steps {
        let (before, after) = (small[step] ?? 0, large[step] ?? 0)
        // 16,000 rows more, and less than half a kilobyte for each: a job in memory takes more than two.
        #expect(after - before < 8_000, "\(step): \(before) kB, then \(after) kB")
      }
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["WEIR_MILLION_ROWS"] != nil))
  func `a million rows are added, listed, filtered, cancelled and deleted in 100 MB each`()
    async throws
  {
    try await onOwnThread {
      let peaks = try peaks(of: 1_000_000)
      for step in Self.steps {
        let peak = peaks[step] ?? 0
        #expect(peak < 100_000, "\(step): \(peak) kB")
        print("\(step): \(peak / 1000) MB")
      }
    }
  }
}
