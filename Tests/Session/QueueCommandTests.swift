import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// The queue's commands, as a person types them.
@Suite(.usesSystem) struct QueueCommandTests {
  private static let nowhere = "http://127.0.0.1:1"

  @Test func `deleting takes finished jobs and names those it leaves`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let ids = try (0..<3).map { try home.add("\(Self.nowhere)/\($0)") }
      #expect(try home.run("queue", "cancel", "\(ids[0])", "\(ids[1])").code == 0)
      let some = try home.run("queue", "delete", "\(ids[0])", "\(ids[2])", "99")
      #expect(some.code == 2)
      #expect(some.lines == ["Job \(ids[0]): deleted."])
      #expect(some.errorOutput.contains("Job \(ids[2]) was not changed: its state is waiting."))
      #expect(some.errorOutput.contains("There is no job 99."))
      #expect(try home.run("queue", "delete", "\(ids[1])").code == 0)
      #expect(try home.jobs().map(\.id) == [ids[2]])
      let none = try home.run("queue", "delete")
      #expect(none.code == 2 && none.errorOutput.contains("No job was named."))
    }
  }

  @Test func `moving gives a job another place in its lane`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let ids = try (0..<4).map { try home.add("\(Self.nowhere)/\($0)") }
      func order() throws -> [Int?] { try home.jobs().map { ids.firstIndex(of: $0.id) } }
      #expect(try order() == [0, 1, 2, 3])
      #expect(try home.run("queue", "move", "\(ids[3])", "--before", "\(ids[1])").code == 0)
      #expect(try order() == [0, 3, 1, 2])
      #expect(try home.run("queue", "move", "\(ids[0])", "--last").code == 0)
      #expect(try order() == [3, 1, 2, 0])
      #expect(try home.run("queue", "move", "\(ids[2])", "--first").code == 0)
      #expect(try order() == [2, 3, 1, 0])
      for wrong in [[], ["--first", "--before", "\(ids[1])"], ["--before", "99"]] {
        let refused = try home.run(["queue", "move", "\(ids[2])"] + wrong)
        #expect(refused.code == 2, "\(wrong)")
      }
      #expect(try home.run("queue", "move", "99", "--first").code == 2)
      #expect(try order() == [2, 3, 1, 0])
    }
  }

  @Test func `running again adds a new job and does not change the old one`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      #expect(try home.run("send", "POST", server.url + "/x", "a=1").code == 0)
      let old = try #require(try home.jobs().first)
      let again = try home.run("queue", "again", "\(old.id)")
      #expect(again.code == 0, "\(again.errorOutput)")
      let new = try #require(again.lines.first.flatMap { Int($0) })
      #expect(new != old.id)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      let jobs = try home.jobs()
      #expect(Set(jobs.map(\.id)) == [old.id, new])
      #expect(jobs.map(\.state) == ["succeeded", "succeeded"])
      #expect(server.requests.count == 2)
      #expect(server.requests.first?.body == server.requests.last?.body)
      #expect(try home.run("queue", "again", "99").code == 2)
    }
  }

  @Test func `a snapshot is sent as the file was, and goes with its job`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.folder.write("work/part.txt", "as it was")
      let id = try home.add("--snapshot", "--multipart", "POST", server.url, "f@part.txt")
      let bare = try home.add("--multipart", "POST", server.url, "f@part.txt")
      try home.folder.write("work/part.txt", "changed since")
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      let jobs = try home.jobs()
      #expect(jobs.first { $0.id == id }?.state == "succeeded")
      #expect(jobs.first { $0.id == bare }?.state == "failed", "what was not copied has changed")
      #expect(server.requests.count == 1)
      let sent = String(decoding: server.requests[0].body, as: UTF8.self)
      #expect(sent.contains("as it was") && sent.contains("filename=\"part.txt\""))
      #expect(try home.run("queue", "delete", "\(id)").code == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: home.stateFolder + "/snapshots") == [])
      let now = try home.run("send", "--snapshot", "PUT", server.url, "--body", "part.txt")
      #expect(now.code == 0, "\(now.errorOutput)")
      #expect(
        server.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == "changed since")
    }
  }

  @Test(arguments: [
    (["snd"], "weir send"), (["quue", "list"], "weir queue"),
    (["queue", "retyr"], "weir queue retry"),
    (["import", "crul"], "weir import curl"),
    (["queue", "lst", "--state", "failed"], "weir queue list"),
  ])
  func `a command's name that is nearly right is put right`(_ words: [String], _ meant: String)
    async throws
  {
    let finished = try await onOwnThread { try WeirHome().run(words) }
    #expect(finished.code == 2)
    #expect(finished.errorOutput.contains("Did you mean `\(meant)`?"), "\(finished.errorOutput)")
  }

  @Test func `an option that does not exist shows how weir itself is called`() async throws {
    let finished = try await onOwnThread { try WeirHome().run("--foo") }
    #expect(finished.code == 2)
    #expect(finished.errorOutput.contains("Usage: weir [--workspace"), "\(finished.errorOutput)")
    #expect(!finished.errorOutput.contains("interface"))
  }

  @Test func `a socket named from one folder is found by a queue run in another`() async throws {
    try await onOwnThread {
      let server = try UnixSocketServer()
      let home = try WeirHome()
      try #require(symlink(server.path, home.workingFolder + "/door") == 0)
      let id = try home.add("--unix-socket", "door", "http://inside.test/x")
      let run = try ChildProcess(
        home.command(["queue", "run", "--until-idle"]), environment: home.environment([:]),
        folder: "/", input: [])
      _ = try run.wait(limit: .seconds(60))
      #expect(try home.jobs().first { $0.id == id }?.state == "succeeded")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a URL without a command is directed to send`() async throws {
    let finished = try await onOwnThread { try WeirHome().run("https://example.com") }
    #expect(finished.code == 2)
    #expect(finished.errorOutput.contains("weir send URL"), "\(finished.errorOutput)")
  }

  @Test func `a list that a filter empties does not say that the queue is empty`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("queue", "list").output.hasPrefix("No jobs. "))
      try home.add(Self.nowhere)
      #expect(
        try home.run("queue", "list", "--state", "failed").output.hasPrefix("No matching jobs. "))
    }
  }

  @Test func `waiting for a job that is not there says so`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let unknown = try home.run("queue", "wait", "99")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("There is no job 99."))
      #expect(try home.run("queue", "wait").code == 2)
    }
  }

  @Test func `one name lists and limits the lanes of both schemes`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.add("http://a.invalid:4000/plain")
      try home.add("https://a.invalid:4000/safe")
      try home.add("http://b.invalid/other")
      let listed = try home.run("queue", "list", "--lane", "a.invalid:4000")
      #expect(listed.output.contains("/plain") && listed.output.contains("/safe"))
      #expect(!listed.output.contains("/other"))
      let limited = try home.run("queue", "limit", "a.invalid:4000", "5")
      #expect(limited.output.contains("http://a.invalid:4000, https://a.invalid:4000"))
    }
  }

  @Test func `a name changes the lane of this workspace alone, also before its first job`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let other = home.workingFolder + "/other"
      for folder in ["work", "work/other"] { try home.folder.write("\(folder)/weir.yaml", "{}\n") }
      try home.add("--workspace", other, "http://127.0.0.1:1/x")
      let lane = "http://127.0.0.1:1"
      let limited = try home.run("queue", "limit", lane, "1", "--rate", "2")
      #expect(limited.output == "At most 1 at once, and 2 starts per second in \(lane).\n")
      #expect(try home.run("queue", "pause", "http://127.0.0.1:1/").output == "Paused \(lane).\n")
      let refused = try home.run("queue", "pause", "127.0.0.1:2")
      #expect(
        refused.code == 2 && refused.errorOutput.contains("There is no lane named 127.0.0.1:2"))
      let lines = try home.run("queue", "lanes").lines
      #expect(
        lines.contains {
          $0.split(separator: " ") == [lane[...], "paused", "1", "2/s", "0", "0", "0"]
        },
        "\(lines)")
      #expect(lines.contains { $0.contains("\(lane) of \(other)  active  2") }, "\(lines)")
      // What waits there is named with the words that resume it from here.
      _ = try home.run("queue", "pause", lane, "--workspace", other)
      let run = try home.run("queue", "run", "--until-idle")
      #expect(
        run.errorOutput.contains("weir queue resume '\(lane)' --workspace '\(other)'"),
        "\(run.errorOutput)")
      #expect(try home.run("queue", "lanes", "--format", "json").code == 0)
    }
  }

  @Test func `a pause of all lanes holds those that later jobs make, until a resume`() async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(response: written())
      let home = try WeirHome()
      let paused = try home.run("queue", "pause")
      #expect(paused.code == 0 && paused.output == "Paused all future lanes.\n")
      let id = try home.add(server.url)
      #expect(try home.run("queue", "run", "--until-idle").errorOutput.contains("is paused"))
      #expect(server.requests.isEmpty)
      let list = try home.run("queue", "list")
      #expect(list.output.contains("New lanes start paused"), "\(list.output)")
      let lanes = try home.run("queue", "lanes").output
      #expect(lanes.contains(server.url) && !lanes.contains("*"), "\(lanes)")
      // What is sent now passes the queue by, as it passes a paused lane.
      #expect(try home.run("send", server.url + "/now").code == 0)
      let resumed = try home.run("queue", "resume")
      #expect(resumed.output == "Resumed \(server.url), and all future lanes.\n")
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(try home.jobs().first { $0.id == id }?.state == "succeeded")
      #expect(try !home.run("queue", "list").output.contains("New lanes"))
    }
  }

  @Test func `an environment that is gone stops what fills templates, not the queue`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "environment: gone\n")
      try home.folder.write("work/environments.yaml", "environments:\n  here:\n    a: b\n")
      #expect(try home.run("queue", "list").code == 0)
      #expect(try home.run("history").code == 0)
      let sent = try home.run("queue", "add", Self.nowhere + "/{{a}}")
      #expect(sent.code == 2 && sent.errorOutput.contains("gone"), "\(sent.errorOutput)")
      let named = try home.run("queue", "list", "--env", "nor-this")
      #expect(named.code == 2, "what the user named is used")
      #expect(try home.run("queue", "add", Self.nowhere + "/{{a}}", "--env", "here").code == 0)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions know every command of the queue`(_ shell: String) async throws {
    let script = try await onOwnThread {
      try WeirHome().run("--generate-completion-script", shell)
    }
    #expect(script.code == 0)
    for word in ["delete", "move", "again", "snapshot", "before"] {
      #expect(script.output.contains(word), "\(word) in \(shell)")
    }
  }
}
