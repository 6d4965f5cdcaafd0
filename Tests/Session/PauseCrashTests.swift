import Foundation
import TestSupport
import TestTraits
import Testing

/// A pause of all lanes that is killed at each of its changes to the store.
@Suite(.usesSystem(minutes: 5)) struct PauseCrashTests {
  /// Returns the number of paused lanes.
  private func paused(_ home: WeirHome) throws -> Int {
    let lanes = try home.run("queue", "lanes", "--format", "json").output
    return lanes.matches(of: /"pause" ?: ?"byUser"/).count
  }

  @Test func `after a crash all lanes are paused, or none`() async throws {
    try await onOwnThread {
      let shim = try FaultShim()
      let home = try WeirHome()
      for port in 1...5 { try home.add("http://127.0.0.1:\(port)/") }
      let whole = try home.copy()
      let (variables, changes) = try shim.arm(.none, below: whole.stateFolder)
      #expect(try whole.run("queue", "pause", environment: variables).code == 0)
      #expect(try paused(whole) == 5)
      let last = try changes.value()
      #expect(last > 0)
      for call in 1...last {
        let copy = try home.copy()
        let (killing, _) = try shim.arm(.killBefore(call: call), below: copy.stateFolder)
        _ = try copy.run("queue", "pause", environment: killing)
        let number = try paused(copy)
        #expect(number == 0 || number == 5, "\(number) after call \(call)")
      }
    }
  }
}
