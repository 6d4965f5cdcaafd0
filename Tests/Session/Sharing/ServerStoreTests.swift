import Foundation
import TestSupport
import TestTraits
import Testing

/// One store on a PostgreSQL server, used from several machines: homes with nothing in common.
@Suite(.usesSystem(minutes: 5)) struct ServerStoreTests {
  @Test func `a job that one machine adds is sent by another one`() async throws {
    try await onOwnThread {
      let (cluster, target) = (try PostgresCluster(), try RecorderServer())
      let (one, two) = (try WeirHome(), try WeirHome())
      let variables = ["WEIR_STORE": cluster.address]
      try two.folder.write("config/weir/config.yaml", "store: {postgres: env:WEIR_STORE}\n")
      let created = try one.run(
        "store", "init", "--store", "env:WEIR_STORE", environment: variables)
      #expect(created.output == "Created the store on PostgreSQL (schema weir).\n")
      let checked = try two.run("store", "check", environment: variables)
      #expect(checked.code == 0 && checked.output.hasSuffix("The store can be used.\n"))
      let added = try one.run(
        "--store", "env:WEIR_STORE", "queue", "add", target.url + "/a", environment: variables)
      #expect(added.output == "1\n", "\(added.errorOutput)")
      let ran = try two.run("queue", "run", "--until-idle", environment: variables)
      #expect(ran.code == 0, "\(ran.errorOutput)")
      #expect(target.requests.map(\.path) == ["/a"])
      let list = try one.run(
        "queue", "list", "--store", "env:WEIR_STORE", environment: variables)
      #expect(list.output.contains("succeeded"), "\(list.output)")
      let shown = try one.run(
        "show", "1", "--body", "--store", "env:WEIR_STORE", environment: variables)
      #expect(shown.output == "ok")
      let status = try one.run(
        "store", "status", "--store", "env:WEIR_STORE", "--format", "json",
        environment: variables)
      #expect(status.output.contains(#""succeeded" : 1"#), "\(status.output)")
      for home in [one, two] {
        #expect(!FileManager.default.fileExists(atPath: home.database))
      }
    }
  }

  @Test func `the queue continues after the server's crash`() async throws {
    try await onOwnThread {
      let (cluster, target) = (try PostgresCluster(), try RecorderServer())
      let (one, two) = (try WeirHome(), try WeirHome())
      let variables = ["WEIR_STORE": cluster.address]
      let run = try one.start("queue", "run", "--store", "env:WEIR_STORE", environment: variables)
      defer { run.kill(SIGKILL) }
      func add(_ path: String) throws {
        let added = try two.run(
          "queue", "add", target.url + path, "--store", "env:WEIR_STORE", environment: variables)
        #expect(added.code == 0, "\(added.errorOutput)")
        let isSent = poll { target.requests.contains { $0.path == path } }
        let messages = String(decoding: run.errorOutput, as: UTF8.self)
        #expect(isSent, "\(path) is not sent. Runner runs: \(run.isRunning). \(messages)")
      }
      try add("/before")
      cluster.crash()
      let refused = try two.run(
        "queue", "list", "--store", "env:WEIR_STORE", environment: variables)
      #expect(refused.code == 25, "\(refused.ending)")
      #expect(refused.errorOutput.contains("The server cannot be reached."))
      #expect(refused.errorOutput.contains("Check that PostgreSQL runs"))
      try cluster.start()
      try add("/after")
    }
  }

  @Test func `no message, log or report has the address of the store`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let variables = ["WEIR_STORE": "postgresql://ann:canary-9917@127.0.0.1:1/queue"]
      var search = SecretSearch()
      search.add("canary-9917", "the password of the store")
      for command in [["queue", "list"], ["store", "status"], ["doctor"], ["send", ":1/a"]] {
        let ended = try home.run(
          command + ["--store", "env:WEIR_STORE"], environment: variables)
        #expect(ended.code == 25, "\(command): \(ended.ending)")
        #expect(ended.errorOutput.contains("The server cannot be reached."), "\(command)")
        #expect(!(ended.output + ended.errorOutput).contains("canary-9917"), "\(command)")
      }
      _ = search.look(atFilesOf: home)
      #expect(search.hits == [])
    }
  }

  @Test func `the file has its own commands, and the server says what to use`() async throws {
    try await onOwnThread {
      let (home, cluster) = (try WeirHome(), try PostgresCluster())
      let initialised = try home.run("store", "init")
      #expect(initialised.code == 2)
      #expect(initialised.errorOutput.contains("weir store init --store env:NAME"))
      #expect(try home.run("store", "check").output == "The store has no errors.\n")
      #expect(try home.run("store", "status").output.contains("weir.db"))
      let doctor = try home.run(
        "doctor", "--salvage", "--store", "env:WEIR_STORE",
        environment: ["WEIR_STORE": cluster.address])
      #expect(doctor.output.contains("libpq      1"))
      #expect(doctor.output.contains("store      PostgreSQL, named by --store"))
      #expect(doctor.errorOutput.contains("The store was not salvaged. It is on PostgreSQL"))
    }
  }
}
