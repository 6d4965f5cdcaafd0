import Foundation
import Synchronization
import Testing

@testable import NcursesTerminal

/// The UI thread is one per process, so these run one after the other, each on a thread of its own.
@Suite(.serialized) struct UITests {
  @UI private final class Counter {
    var count = 0
    var finished = false
    nonisolated init() {}
    func add() { count += 1 }
    func finish() { finished = true }
  }

  /// Runs the loop on a fresh thread until `turn` finishes.
  private func onUIThread(_ turn: @escaping @Sendable @UI (UI.Wake) -> UI.Turn) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        UI.runLoop { (wake: UI.Wake) -> UI.Turn in turn(wake) }
        continuation.resume()
      }
    }
  }

  @Test func `work from many tasks arrives on the UI thread, none lost`() async {
    let counter = Counter()
    let work = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<250 { await counter.add() } }
        }
      }
      await counter.finish()
    }
    await onUIThread { _ in counter.finished ? .finish : .wait }
    await work.value
    await onUIThread { _ in
      #expect(counter.count == 2000)
      return .finish
    }
  }

  @Test func `the loop can be woken by time`() async {
    let turns = Mutex(0)
    await onUIThread { _ in
      turns.withLock { turns in
        turns += 1
        return turns == 3 ? .finish : .waitAtMost(.milliseconds(1))
      }
    }
    #expect(turns.withLock { $0 } == 3)
  }

  @Test func `an error of a turn leaves the loop`() async {
    struct Stop: Error, Equatable {}
    let thrown = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        do throws(Stop) {
          try UI.runLoop { (_: UI.Wake) throws(Stop) -> UI.Turn in throw Stop() }
          continuation.resume(returning: Stop?.none)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
    #expect(thrown == Stop())
  }

  @Test func `a program in the foreground reports how it ended`() {
    func ending(_ words: String...) -> ForegroundProgram.Ending {
      ForegroundProgram(words, environment: ["PATH": "/usr/bin:/bin", "A": "7"]).run()
    }
    #expect(ending("sh", "-c", "exit $A") == .exited(code: 7))
    #expect(ending("sh", "-c", "kill -9 $$") == .killed(signal: 9))
    if case .notStarted(let why) = ending("weir-no-such-program") {
      #expect(why.contains("No such file"))
    } else {
      Issue.record("A program that does not exist was started.")
    }
  }
}
