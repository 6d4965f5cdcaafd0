import ClientModel
import Testing

@testable import ClientCore

@Suite struct WakeUpsTests {
  private let early = Timestamp(milliseconds: 1_000)
  private let late = Timestamp(milliseconds: 2_000)

  /// A wait that ends with its cancellation.
  private func wait(for time: Timestamp) -> Task<Void, Never> {
    Task {
      do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
    }
  }

  @Test func `the same time is waited for once, an earlier one in its place`() {
    var wakeUps = WakeUps()
    var tasks: [Task<Void, Never>] = []
    func set(_ time: Timestamp?) {
      wakeUps.set(time) { time in
        tasks.append(wait(for: time))
        return tasks[tasks.count - 1]
      }
    }
    set(late)
    set(late)
    #expect(tasks.count == 1)
    set(early)
    #expect(tasks.count == 2)
    #expect(tasks[0].isCancelled && !tasks[1].isCancelled)
    set(nil)
    #expect(tasks.count == 2 && tasks[1].isCancelled)
  }

  @Test func `a later time does not replace the wait for an earlier one`() {
    var wakeUps = WakeUps()
    var times: [Timestamp] = []
    for time in [early, late, early] {
      wakeUps.set(time) { time in
        times.append(time)
        return wait(for: time)
      }
    }
    #expect(times == [early])
    wakeUps.fired()
    wakeUps.set(late) { time in
      times.append(time)
      return wait(for: time)
    }
    #expect(times == [early, late])
    wakeUps.cancel()
  }

  @Test func `a time that has come may be set again`() {
    var wakeUps = WakeUps()
    var count = 0
    for _ in 0..<2 {
      wakeUps.set(early) { time in
        count += 1
        return wait(for: time)
      }
      wakeUps.fired()
    }
    #expect(count == 2)
  }
}
