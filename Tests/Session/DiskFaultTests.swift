import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Lets file changes fail in turn, as a dying or a full disk does.
///
/// A sample spread over all calls; `WEIR_DISK_FAULTS=all` tries every one.
@Suite(.serialized, .usesSystem) struct DiskFaultTests {
  @Test(arguments: FaultShim.FileError.allCases)
  func `a failing file change loses nothing that was acknowledged`(
    error: FaultShim.FileError
  ) async throws {
    let broken = try await onOwnThread {
      let shim = try FaultShim()
      let world = try CrashWorld(jobs: 6)
      let home = try world.template.copy()
      let (variables, count) = try shim.arm(.none, below: home.stateFolder)
      _ = try home.run("queue", "run", "--until-idle", environment: variables)
      let total = try count.value()
      #expect(total > 6, "the faults do not see the store's files")
      var broken: [String] = []
      let calls = Self.sample(of: total)
      for call in calls {
        for fault in [FaultShim.Fault.failOnce(call: call, error), .failFrom(call: call, error)] {
          let home = try world.template.copy()
          let mark = try world.server.ledger.mark()
          let (variables, _) = try shim.arm(fault, below: home.stateFolder)
          let run = try home.start("queue", "run", "--until-idle", environment: variables)
          var errorOutput: String { String(decoding: run.errorOutput, as: UTF8.self) }
          // A disk that stays full is waited for until the user ends the command.
          let waits = poll { !run.isRunning || errorOutput.contains("until there is free space") }
          if waits, error == .noSpace, fault == .failFrom(call: call, error) { run.kill(SIGTERM) }
          var found: [String] = []
          switch try run.wait() {
          case .signalled(let signal): found.append("crashed by signal \(signal)")
          case .exited(0), .exited(25): break
          case .exited(130) where error == .noSpace: break
          case .exited(let code): found.append("exit code \(code): \(errorOutput)")
          }
          // A body without room fails its job with that reason; with room again, the user retries.
          if error == .noSpace { _ = try home.run("queue", "retry", "--failed") }
          found += try world.violations(of: home, since: mark, deeply: false)
          broken += found.map { "\(fault): \($0)" }
        }
      }
      print(
        "failing calls \(calls.count * 2) of \(total * 2) with \(error.rawValue), "
          + "violations \(broken.count)")
      return broken
    }
    #expect(broken == [])
  }

  private static func sample(of total: Int) -> [Int] {
    let everyOne = ProcessInfo.processInfo.environment["WEIR_DISK_FAULTS"] == "all"
    return Array(stride(from: 1, through: total, by: everyOne ? 1 : max(1, total / 8)))
  }

  @Test(arguments: FaultShim.FileError.allCases)
  func `adding under a failing disk says so, or has really added`(
    error: FaultShim.FileError
  ) async throws {
    let broken = try await onOwnThread {
      let shim = try FaultShim()
      var broken: [String] = []
      for call in Self.sample(of: 40) {
        let home = try WeirHome()
        try home.add("http://127.0.0.1:1/first")
        let (variables, _) = try shim.arm(.failFrom(call: call, error), below: home.stateFolder)
        let added = try home.run(
          "queue", "add", "http://127.0.0.1:1/second", environment: variables)
        let stored = Set(try home.jobs().map(\.id))
        if let id = added.lines.first.flatMap({ Int($0) }), !stored.contains(id) {
          broken.append("call \(call): job \(id) was acknowledged and is gone")
        }
        if added.code != 0 && (added.code != 25 || added.errorOutput.isEmpty) {
          broken.append("call \(call): \(added.ending) \(added.errorOutput)")
        }
        if stored.isEmpty { broken.append("call \(call): the first job is gone") }
      }
      return broken
    }
    #expect(broken == [])
  }
}
