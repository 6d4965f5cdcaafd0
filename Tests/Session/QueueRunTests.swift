import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `weir queue run`: when it ends, what it starts on, and beside whom.
@Suite(.serialized, .usesSystem(minutes: 5)) struct QueueRunTests {
  @Test func `until idle waits for what another process runs, and no longer`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let runner = try home.start("queue", "run")
      let id = try home.add(server.url + "/slow?hold=gate")
      eventually("the job at the server") { server.held == 1 }
      let second = try home.start("queue", "run", "--until-idle")
      eventually("word of the first") {
        String(decoding: second.errorOutput, as: UTF8.self).contains("runs the queue")
      }
      #expect(try home.jobs().first { $0.id == id }?.state == "running")
      server.release("gate")
      #expect(try second.wait(limit: .seconds(60)) == .exited(0))
      #expect(try home.jobs().first { $0.id == id }?.state == "succeeded")
      // The first goes on; a third finds nothing to do.
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      runner.kill(SIGTERM)
      try runner.wait()
      #expect(try server.ledger.entries().count == 1)
    }
  }

  @Test func `until idle names the lane that the user has paused`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.add("http://127.0.0.1:1/7")
      #expect(try home.run("queue", "pause").code == 0)
      let ran = try home.run("queue", "run", "--until-idle")
      #expect(ran.code == 0)
      #expect(
        ran.errorOutput.contains(
          "is paused, 1 job waits in it; `weir queue resume 'http://127.0.0.1:1'` starts it."))
      #expect(try home.jobs().map(\.state) == ["waiting"])
    }
  }

  @Test func `until idle leaves another shell's send that is tried again to that shell`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 503 Busy\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n")
      let home = try WeirHome()
      let runner = try home.start("queue", "run")
      let sender = try home.start("send", server.url)
      eventually("word of a second attempt") {
        String(decoding: sender.errorOutput, as: UTF8.self).contains("Retry")
      }
      let onlooker = try home.start("queue", "run", "--until-idle")
      #expect(try onlooker.wait(limit: .seconds(30)) == .exited(0))
      #expect(try home.jobs().map(\.state) == ["waiting"])
      for process in [sender, runner] {
        process.kill(SIGTERM)
        try process.wait()
      }
    }
  }

  @Test func `until idle does what a killed process left, also as soon as it was killed`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      for number in 1...6 { try home.add(server.url + "/\(number)?delay=300") }
      let runner = try home.start("queue", "run", "--until-idle")
      eventually("work at the server") { server.ledger.count >= 2 }
      let beside = try home.start("queue", "run", "--until-idle")
      eventually("word of the first") {
        String(decoding: beside.errorOutput, as: UTF8.self).contains("runs the queue")
      }
      runner.kill(SIGKILL)
      let after = try home.start("queue", "run", "--until-idle")
      #expect(try beside.wait(limit: .seconds(60)) == .exited(0))
      #expect(try after.wait(limit: .seconds(60)) == .exited(0))
      try runner.wait()
      #expect(try home.jobs().map(\.state) == Array(repeating: "succeeded", count: 6))
    }
  }

  @Test func `the first jobs start on the pool of the settings and the limit of the file`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      try home.folder.write(
        "work/weir.yaml",
        "gateways:\n  wide: {url: \"\(server.url)\", lane: {limit: 3}}\n")
      #expect(try home.run("trust").code == 0)
      for number in 1...6 { try home.add("--gateway", "wide", "/\(number)?hold=first") }
      let limited = try home.run("queue", "limit", "wide", "12")
      #expect(limited.errorOutput.contains("to 3 jobs at once"), "\(limited.errorOutput)")
      let run = try home.start("queue", "run", "--until-idle")
      eventually("three at the server") { server.held == 3 }
      server.release("first")
      #expect(try run.wait(limit: .seconds(60)) == .exited(0))
      // A pool below the limit holds from the first request on.
      #expect(try home.run("queue", "connections", "--per-host", "2").code == 0)
      let before = server.connections
      for number in 7...12 { try home.add("--gateway", "wide", "/\(number)?delay=100") }
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(server.connections - before == 2)
    }
  }

  @Test func `a lane's name means the lane of this workspace`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let yaml = "gateways:\n  api: {url: \"http://127.0.0.1:1\", lane: {limit: 3}}\n"
      for folder in ["work", "work/other"] { try home.folder.write("\(folder)/weir.yaml", yaml) }
      let other = home.workingFolder + "/other"
      try home.add("--gateway", "api", "/x")
      try home.add("--workspace", other, "--gateway", "api", "/x")
      #expect(try home.run("queue", "pause", "api").lines == ["Paused api."])
      let paused = try home.run("queue", "list").lines.filter { $0.hasPrefix("Lane api is") }
      #expect(paused.count == 1)
      let elsewhere = try home.run("queue", "pause", "api", "--workspace", other)
      #expect(elsewhere.lines == ["Paused api."])
      let all = try home.run("queue", "resume")
      #expect(all.output.contains("api, ") || all.output.contains(", api"), "\(all.output)")
      #expect(all.output.contains("api of \(other)"), "\(all.output)")
    }
  }
}
