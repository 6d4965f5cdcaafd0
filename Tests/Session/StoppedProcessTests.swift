import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Commands beside a process that holds a lock of the store and does not go on: each ends soon, with its work done or
/// with a message that names the process.
@Suite(.serialized, .usesSystem(minutes: 10)) struct StoppedProcessTests {
  /// Longer than the 3 s that a lock is waited for, on a machine that does other work as well.
  private static let patience = Duration.seconds(20)

  private static func isStopped(_ pid: Int32) -> Bool {
    guard let stat = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return false }
    return String(decoding: stat, as: UTF8.self).split(separator: ")").last?.hasPrefix(" T") == true
  }

  /// Every kind of command that opens the store.
  private static func commands(_ url: String) -> (reading: [[String]], writing: [[String]]) {
    (
      reading: [
        ["queue", "list"], ["queue", "lanes"], ["history"], ["show", "1"], ["value", "list"],
        ["value", "get", "a"], ["cookies"], ["gateway", "list"], ["catalog", "list"],
        ["queue", "graphs"], ["doctor"],
      ],
      writing: [
        ["queue", "add", url], ["queue", "pause"], ["queue", "resume"], ["queue", "cancel", "1"],
        ["queue", "hold", "1"], ["queue", "release", "1"], ["queue", "retry", "1"],
        ["queue", "delete", "1"], ["queue", "limit", url, "3"], ["send", url],
        ["value", "set", "a", "b"], ["value", "remove", "a"], ["event", "raise", "x"],
        ["queue", "run", "--until-idle"],
      ]
    )
  }

  @Test func `beside a stopped writer each command ends, and a writer names it`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.add(server.url)
      let holder = try ChildProcess(
        ["flock", "-x", home.stateFolder + "/weir.lock", "sleep", "600"],
        environment: ["PATH": "/usr/bin:/bin"])
      eventually("the lock is held") { !Self.isFree(home.stateFolder + "/weir.lock") }
      holder.kill(SIGSTOP)
      eventually("it is stopped") { Self.isStopped(holder.pid) }
      let (reading, writing) = Self.commands(server.url)
      let running = try (reading + writing).map { ($0, try home.start($0)) }
      for (words, child) in running {
        let ending = try child.wait(limit: Self.patience)
        let error = String(decoding: child.errorOutput, as: UTF8.self)
        if ending == .exited(25) {
          #expect(error.contains("process \(holder.pid) ("), "\(words): \(error)")
          #expect(error.contains("stopped"), "\(words): \(error)")
        } else {
          // What had nothing to write is done.
          #expect(!writing.prefix(2).contains(words) && words[0] != "send", "\(words): \(ending)")
          #expect(ending == .exited(0) || !error.isEmpty, "\(words): \(ending)")
        }
      }
      #expect(try home.run("queue", "list").code == 0)
      holder.kill(SIGKILL)
    }
  }

  @Test func `beside a lock of SQLite that is held for long a writer names its holder`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      try home.add("http://127.0.0.1:9/")
      let script = """
        import sqlite3, sys, time
        db = sqlite3.connect(sys.argv[1], isolation_level=None); db.execute('BEGIN IMMEDIATE')
        print('held', flush=True); time.sleep(600)
        """
      let holder = try ChildProcess(
        ["/usr/bin/python3", "-c", script, home.database], environment: ["PATH": "/usr/bin:/bin"])
      eventually("it is held") { !holder.output.isEmpty }
      #expect(try home.run("queue", "list", limit: Self.patience).code == 0)
      let added = try home.run("queue", "add", "http://127.0.0.1:9/", limit: Self.patience)
      #expect(added.code == 25)
      #expect(added.errorOutput.contains("process \(holder.pid)"), "\(added.errorOutput)")
      holder.kill(SIGKILL)
    }
  }

  @Test func `Ctrl+Z stops a queue runner only between its writes`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.folder.write("work/rows.csv", "n\n" + (1...4000).map { "\($0)\n" }.joined())
      let added = try home.run("queue", "add", "--each", "rows.csv", "\(server.url)/{{n}}")
      #expect(added.code == 0, "\(added.errorOutput)")
      let runner = try home.start("queue", "run", "--until-idle")
      eventually("it sends") { !server.requests.isEmpty }
      for _ in 0..<20 where runner.isRunning {
        let before = server.requests.count
        runner.kill(SIGTSTP)
        eventually("it stops") { Self.isStopped(runner.pid) || !runner.isRunning }
        #expect(Self.isFree(home.stateFolder + "/weir.lock"))
        runner.kill(SIGCONT)
        eventually("it goes on") { server.requests.count > before || !runner.isRunning }
      }
      runner.kill(SIGKILL)
    }
  }

  @Test func `beside a stopped queue runner, commands that wait for the queue name it`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.add(server.url)
      let runner = try home.start("queue", "run")
      #expect(try home.run("queue", "wait", "1").code == 0)
      // As SIGSTOP stops it, but between two writes: `weir.lock` is free.
      runner.kill(SIGTSTP)
      eventually("it is stopped") { Self.isStopped(runner.pid) }
      try home.add(server.url)
      let commands = [
        ["queue", "run", "--until-idle"], ["queue", "wait", "2"], ["queue", "watch"],
      ]
      let waiting = try commands.map { ($0, try home.start($0)) }
      for (words, child) in waiting {
        eventually("\(words) names it") {
          String(decoding: child.errorOutput, as: UTF8.self).contains("kill -CONT \(runner.pid)")
        }
        let error = String(decoding: child.errorOutput, as: UTF8.self)
        #expect(error.contains("No queued job runs."), "\(words): \(error)")
        #expect(error.contains("run by the process \(runner.pid) ("), "\(words): \(error)")
        #expect(error.contains("which is stopped."), "\(words): \(error)")
        #expect(child.isRunning, "\(words)")
      }
      #expect(server.requests.count == 1)
      runner.kill(SIGCONT)
      for (words, child) in waiting.prefix(2) {
        #expect(try child.wait(limit: Self.patience) == .exited(0), "\(words)")
      }
      #expect(server.requests.count == 2)
      for (_, child) in waiting.suffix(1) { child.kill(SIGKILL) }
      runner.kill(SIGKILL)
    }
  }

  private static func isFree(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }
}
