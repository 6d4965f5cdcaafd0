import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Kills the program at one file change after another and asks what is left.
///
/// `WEIR_CRASH_POINTS=10000` tries more; a point is named by its number and tried alone with
/// `WEIR_CRASH_POINT=N`.
@Suite(.serialized, .usesSystem) struct CrashSweepTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Spreads points over all calls, so that the first few reveal no less than the full sweep;
  /// `total` points in a row meet every call once.
  private static func call(of point: Int, among total: Int) -> Int {
    var step = max(1, total * 618 / 1000)
    while greatestCommonDivisor(step, total) != 1 { step += 1 }
    return point % total * step % total + 1
  }

  private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
  }

  /// Carries points out on two threads and collects what they found.
  ///
  /// - Parameter world: What a thread needs for itself: two points at once on one server would read
  ///   each other's lines in its ledger.
  private func sweep<World>(
    _ points: [Int], eachIn world: @escaping @autoclosure @Sendable () throws -> World,
    _ attempt: @escaping @Sendable (Int, World) throws -> [String]
  ) async throws -> [String] {
    let queue = SharedQueue(points)
    return try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await onOwnThread {
            var found: [String] = []
            let own = try world()
            while let point = queue.take() {
              found += try attempt(point, own).map { "point \(point): \($0)" }
            }
            return found
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Ten thousand points take an hour or more on a busy machine.
  @Test(.usesSystem(minutes: 300))
  func `a crash at any file change of a running queue breaks no rule`() async throws {
    let world = try await onOwnThread { try CrashWorld() }
    let shim = try FaultShim()
    let total = try await onOwnThread {
      let home = try world.template.copy()
      let (variables, count) = try shim.arm(.none, below: home.stateFolder)
      let clean = try home.run("queue", "run", "--until-idle", environment: variables)
      #expect(clean.code == 0, "\(clean.errorOutput)")
      return try count.value()
    }
    #expect(total > world.added.count, "the faults do not see the store's files")
    let wanted = Self.number("WEIR_CRASH_POINTS") ?? 300
    let points = Self.number("WEIR_CRASH_POINT").map { [$0] } ?? Array(0..<wanted)
    let broken = try await sweep(points, eachIn: try CrashWorld()) { point, own in
      let home = try own.template.copy()
      let call = Self.call(of: point, among: total)
      let (variables, _) = try shim.arm(
        point / total % 2 == 0 ? .killBefore(call: call) : .tear(call: call),
        below: home.stateFolder)
      let mark = try own.server.ledger.mark()
      let crashed = try home.run("queue", "run", "--until-idle", environment: variables)
      var found: [String] = []
      // Scheduling differs from run to run: a late call may never come, and then all is done.
      if crashed.ending != .signalled(SIGKILL) && crashed.code != 0 {
        found.append("ended with \(crashed.ending): \(crashed.errorOutput)")
      }
      // One point in three is taken over by a process that is killed in its turn.
      if point % 3 == 1 {
        let (variables, _) = try shim.arm(
          .killBefore(call: 1 + point / 3 % 16), below: home.stateFolder)
        _ = try home.run("queue", "run", "--until-idle", environment: variables)
      }
      found += try own.violations(of: home, since: mark, deeply: point % 10 == 0)
      return found
    }
    print("file changes \(total); crash points \(points.count), violations \(broken.count)")
    #expect(broken == [])
  }

  @Test func `what adding has acknowledged survives a crash at any file change`() async throws {
    let shim = try FaultShim()
    let rows = (0..<20).map { "{\"n\":\"\($0)\"}\n" }.joined()
    let add = ["queue", "add", "--each", "rows.jsonl", "http://127.0.0.1:1/{{n}}"]
    let total = try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/rows.jsonl", rows)
      let (variables, count) = try shim.arm(.none, below: home.stateFolder)
      let clean = try home.run(add, environment: variables)
      #expect(clean.lines == ["g1"], "\(clean.errorOutput)")
      return try count.value()
    }
    #expect(total > 0)
    let broken = try await sweep(Array(1...max(total, 1)), eachIn: ()) { call, _ in
      let home = try WeirHome()
      try home.folder.write("work/rows.jsonl", rows)
      let (variables, _) = try shim.arm(.killBefore(call: call), below: home.stateFolder)
      let crashed = try home.run(add, environment: variables)
      let stored = Set(try home.jobs().map(\.id))
      // The id of the batch stands for all its rows.
      let lost = stored.count == 20 ? [] : crashed.lines
      // All rows are one commit: none or all.
      let isOneStep = stored.isEmpty || stored.count == 20
      return (lost.isEmpty ? [] : ["I1: lost \(lost)"])
        + (isOneStep ? [] : ["\(stored.count) of 20 rows"])
    }
    print("crash points \(total) while adding, violations \(broken.count)")
    #expect(broken == [])
  }

  @Test func `a lane that the user paused stays paused through crashes`() async throws {
    let broken = try await onOwnThread {
      let world = try CrashWorld(jobs: 6)
      let shim = try FaultShim()
      let home = try world.template.copy()
      #expect(try home.run("queue", "pause").code == 0)
      var broken: [String] = []
      for call in 1...20 {
        let (variables, _) = try shim.arm(.killBefore(call: call), below: home.stateFolder)
        _ = try home.run("queue", "run", "--until-idle", environment: variables)
        if try !world.server.ledger.entries().isEmpty { broken.append("I8: call \(call)") }
      }
      return broken
    }
    #expect(broken == [])
  }
}
