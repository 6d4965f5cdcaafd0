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

  @Test(arguments: [
    "printf '%s|' %A", "printf '%s|' -a \"\" %A", "X=1 printf '%s|' 'Sublime Text' %A",
    "printf '%s|' \"$B\" %A", "printf '%s|' \"x \\\"y\" %A",
  ]) func `a command of a variable means what it means to a shell`(pattern: String) throws {
    let path = "/tmp/weir-command-\(getpid())-\(abs(pattern.hashValue))"
    defer { unlink(path) }
    let command = pattern.replacingOccurrences(of: "%A", with: "> \(path)")
    let end = ForegroundProgram(
      command: command, ["a b", "$(id)"], environment: ["PATH": "/usr/bin:/bin", "B": "b c"]
    ).run()
    #expect(end == .exited(code: 0))
    let words: [String: String] = [
      "printf '%s|' %A": "", "printf '%s|' -a \"\" %A": "-a||",
      "X=1 printf '%s|' 'Sublime Text' %A":
        "Sublime Text|", "printf '%s|' \"$B\" %A": "b c|", "printf '%s|' \"x \\\"y\" %A": "x \"y|",
    ]
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written == "\(words[pattern] ?? "")a b|$(id)|")
  }

  @Test func `a command that does not exist is reported by the shell`() {
    let end = ForegroundProgram(command: "weir-no-such-editor -w", ["f"], environment: [:]).run()
    #expect(end == .exited(code: ForegroundProgram.notFound))
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
