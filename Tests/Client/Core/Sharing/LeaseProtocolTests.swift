import ClientModel
import Glibc
import TestSupport
import Testing

@testable import ClientCore

/// Several queue runners on one store: random schedules of lost messages, stopped and killed
/// processes, and clocks that jump.
@Suite struct LeaseProtocolTests {
  /// The number of schedules. `WEIR_TRIALS` may be a number, or `full`.
  private static var schedules: Int {
    getenv("WEIR_TRIALS").flatMap { Int(String(cString: $0)) } ?? trials(of: 3_000)
  }

  @Test func `no limit is exceeded, no POST is started twice, and every job ends`() {
    var problems: [String] = []
    var counts = RunnerSchedule.Counts()
    for seed in 0..<Self.schedules where problems.count < 3 {
      var schedule = RunnerSchedule(seed: UInt64(seed))
      schedule.run()
      problems += schedule.problems.map { "seed \(seed): \($0)" }
      counts += schedule.counts
    }
    #expect(problems == [])
    // The schedules contain what they are to contain.
    #expect(counts.rescued > 0 && counts.lateEnds > 0 && counts.unsent > 0 && counts.refused > 0)
  }

  @Test(arguments: RunnerSchedule.PlantedError.allCases)
  func `a planted error is found`(_ error: RunnerSchedule.PlantedError) {
    let isFound = (0..<2_000).contains { seed in
      var schedule = RunnerSchedule(seed: UInt64(seed), with: error)
      schedule.run()
      return !schedule.problems.isEmpty
    }
    #expect(isFound)
  }
}
