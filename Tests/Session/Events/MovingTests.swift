import Foundation
import TestSupport
import TestTraits
import Testing

/// Jobs that move between stores (J12).
@Suite(.serialized, .usesSystem(minutes: 5)) struct MovingTests {
  @Test func `J12 held and waiting jobs are exported, imported elsewhere, and run there`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      _ = try home.run("queue", "add", "POST", "\(server.url)/one", "name=lamp", "X-A:b")
      _ = try home.run(
        "queue", "add", "\(server.url)/two", "Authorization:Bearer cnry-typed")
      _ = try home.run("queue", "add", "--hold", "\(server.url)/three")
      let exported = try home.run("queue", "export")
      #expect(exported.code == 0)
      #expect(!(exported.output + exported.errorOutput).contains("cnry-typed"))
      #expect(exported.errorOutput.hasPrefix("1 secret was left out."))
      #expect(exported.errorOutput.contains("set WEIR_SECRET_1, then"))
      let other = try WeirHome()
      let imported = try other.run("queue", "import", "-", input: Array(exported.output.utf8))
      #expect(imported.code == 0 && imported.lines == ["1", "2", "3"])
      #expect(imported.errorOutput == "2 jobs are held; `weir queue list` shows why.\n")
      let jobs = try other.jobs()
      #expect(jobs.map(\.state).sorted() == ["held", "held", "waiting"])
      #expect(try other.run("queue", "run", "--until-idle").code == 0)
      let sent = server.takeAll()
      #expect(sent.map(\.target) == ["/one"])
      #expect(sent.first?.header("X-A") == "b")
      // The value is given where the job goes from now on.
      let secret = ["WEIR_SECRET_1": "given"]
      _ = try other.run("queue", "release", "2")
      #expect(try other.run("queue", "run", "--until-idle", environment: secret).code == 0)
      #expect(server.takeAll().map { $0.header("Authorization") } == ["Bearer given"])
    }
  }

  @Test func `T-J12 what is imported is what was exported, cache settings and all`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let id = try home.add(
        "PUT", "https://a.example/x?b=1", "n:=2", "X-A:b", "--cache", "fresh", "--store-for", "60",
        "--max-age", "30", "--cache-key", "header:X-A", "--cache-key", "body", "--cache-key",
        "sorted", "--max-redirects", "0", "--timeout", "9", "--priority", "3")
      #expect(id == 1)
      let exported = try home.run("queue", "export").output
      #expect(exported.contains("X-A") && exported.contains("60000"), "\(exported)")
      let other = try WeirHome()
      #expect(try other.run("queue", "import", "-", input: Array(exported.utf8)).code == 0)
      #expect(try other.run("queue", "export").output == exported)
    }
  }

  @Test func `J12 a file that is none adds nothing and says where it is wrong`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let frames = ["{", "{\"version\":1}", "{\"version\":9,\"jobs\":[]}", "[]"]
      let lists = ["{\"version\":1,\"jobs\":[{}]}", "{\"version\":1,\"jobs\":[]"]
      for text in frames + lists {
        let refused = try home.run("queue", "import", "-", input: Array(text.utf8))
        #expect(refused.code == 2, "\(text)")
        #expect(refused.errorOutput.contains("Nothing was imported."), "\(text)")
      }
      let unnamed = try home.run("queue", "import", input: Array(lists[0].utf8))
      #expect(unnamed.code == 2 && unnamed.errorOutput.contains("write - to read standard input"))
      #expect(try home.jobs().isEmpty)
    }
  }
}
