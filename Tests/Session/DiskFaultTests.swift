import Foundation
import TestSupport
import Testing

/// Lets every file change fail in turn, as a dying or a full disk does.
@Suite(.serialized) struct DiskFaultTests {
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
      for call in 1...max(total, 1) {
        for fault in [FaultShim.Fault.failOnce(call: call, error), .failFrom(call: call, error)] {
          let home = try world.template.copy()
          let mark = try world.server.ledger.mark()
          let (variables, _) = try shim.arm(fault, below: home.stateFolder)
          let hurt = try home.run(
            "queue", "run", "--until-idle", environment: variables, limit: .seconds(30))
          var found: [String] = []
          switch hurt.ending {
          case .signalled(let signal): found.append("crashed by signal \(signal)")
          case .exited(0), .exited(25): break
          case .exited(let code): found.append("exit code \(code): \(hurt.errorOutput)")
          }
          found += try world.violations(of: home, since: mark, deeply: false)
          broken += found.map { "\(fault): \($0)" }
        }
      }
      print("failing calls \(total * 2) with \(error.rawValue), violations \(broken.count)")
      return broken
    }
    #expect(broken == [])
  }

  @Test(arguments: FaultShim.FileError.allCases)
  func `adding under a failing disk says so, or has really added`(
    error: FaultShim.FileError
  ) async throws {
    let broken = try await onOwnThread {
      let shim = try FaultShim()
      var broken: [String] = []
      for call in 1...40 {
        let home = try WeirHome()
        try home.add("http://127.0.0.1:1/first")
        let (variables, _) = try shim.arm(.failFrom(call: call, error), below: home.stateFolder)
        let added = try home.run(
          "queue", "add", "http://127.0.0.1:1/second", environment: variables)
        let kept = Set(try home.jobs().map(\.id))
        if let id = added.lines.first.flatMap({ Int($0) }), !kept.contains(id) {
          broken.append("call \(call): job \(id) was acknowledged and is gone")
        }
        if added.code != 0 && (added.code != 25 || added.errorOutput.isEmpty) {
          broken.append("call \(call): \(added.ending) \(added.errorOutput)")
        }
        if kept.isEmpty { broken.append("call \(call): the first job is gone") }
      }
      return broken
    }
    #expect(broken == [])
  }
}
