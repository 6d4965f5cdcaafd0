import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `weir doctor` names everything that is wrong, in sentences, and its advice works.
@Suite(.usesSystem) struct DoctorTests {
  @Test(arguments: [
    ("keymap.yaml", "queue.pause: [unclosed\n", "keymap.yaml:"),
    ("keymap.yaml", "queue.nope: x\n", "nope"),
    ("themes/mine.yaml", "name: mine\nroles:\n  text: \"#zzz\"\n", "mine.yaml:3"),
    ("themes/mine.yaml", "name: mine\nextends: drak\n", "mine.yaml:2:10"),
    ("themes/mine.yaml", "name: mine\nextends: mine\n", "mine.yaml:2:10"),
    ("config.yaml", "theme: nosuch\n", "The theme nosuch is not used."),
    ("config.yaml", "theme: [\n", "config.yaml:"),
    ("config.yaml", "thme: dark\n", "theme"),
    ("config.yaml", "own_edits: yes\n", "asked"),
    ("config.yaml", "own_edit: trusted\n", "own_edits"),
  ])
  func `a file of the settings folder that cannot be used is named`(
    _ file: String, _ text: String, _ words: String
  ) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("doctor").code == 0)
      try home.folder.write("config/weir/\(file)", text)
      let doctor = try home.run("doctor")
      #expect(doctor.code == 2)
      #expect(doctor.errorOutput.contains(words), "\(doctor.errorOutput)")
      Self.expectSentences(doctor.errorOutput)
    }
  }

  @Test func `every file of the workspace that cannot be read is named`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let work = home.workingFolder
      for (path, text) in [
        ("weir.yaml", "environment: none\n"), ("environments.yaml", "dev:\n  host: h\n"),
        ("requests/bad.yaml", "metod: GET\n"), ("requests/worse.yaml", "[\n"),
        ("graphs/lost.yaml", "serial: [gone]\n"),
      ] {
        try home.folder.write("work/\(path)", text)
      }
      let doctor = try home.run("--workspace", work, "doctor")
      #expect(doctor.code == 2)
      for word in [
        "environments.yaml:1", "requests/bad.yaml:1", "requests/worse.yaml", "graphs/lost.yaml:1",
      ] {
        #expect(doctor.errorOutput.contains(word), "\(word): \(doctor.errorOutput)")
      }
      try home.folder.write("work/weir.yaml", "nam: x\n")
      let unopened = try home.run("--workspace", work, "doctor")
      #expect(unopened.code == 2 && unopened.errorOutput.contains("weir.yaml:1"))
      #expect(unopened.output.contains("settings "), "it stopped at the first problem")
      Self.expectSentences(doctor.errorOutput + unopened.errorOutput)
    }
  }

  @Test(arguments: ["weir.log", "key", "bodies"])
  func `a file that others may read is named, and the advice corrects it`(
    _ name: String
  ) async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let sent = try home.run(
        "send", "\(server.url)/x?body=70000", "Authorization:Bearer secret", "-o", "/dev/null")
      _ = sent
      _ = try home.run("send", "\(server.url)/y?body=70000", "Authorization:Bearer secret")
      let path = "\(home.stateFolder)/\(name)"
      try #require(access(path, F_OK) == 0)
      #expect(chmod(path, 0o755) == 0)
      let doctor = try home.run("doctor")
      #expect(doctor.code == 25, "\(doctor.errorOutput)")
      #expect(doctor.errorOutput.contains("\(path) is not private."), "\(doctor.errorOutput)")
      try Self.follow("chmod go= ", in: doctor.errorOutput)
      let after = try home.run("doctor")
      #expect(after.code == 0, "\(after.errorOutput)")
    }
  }

  @Test func `a damaged store is salvaged by starting again, as the message says`() async throws {
    try await onOwnThread {
      let home = try Self.homeWithJobs(40)
      try Self.damage(home, table: "jobs")
      let first = try home.run("queue", "list")
      #expect(first.code == 25, "\(first.output)")
      #expect(first.errorOutput.contains("Start Weir again"), "\(first.errorOutput)")
      let second = try home.run("queue", "list", "--format", "json")
      #expect(second.code == 0)
      #expect(second.errorOutput.contains("has been salvaged"), "\(second.errorOutput)")
      #expect(try home.jobs().count == 40)
      let doctor = try home.run("doctor")
      #expect(doctor.code == 0 && doctor.errorOutput == "", "\(doctor.errorOutput)")
      Self.expectSentences(first.errorOutput + second.errorOutput)
    }
  }

  @Test func `the doctor's advice on a damaged store makes it sound`() async throws {
    try await onOwnThread {
      let home = try Self.homeWithJobs(40)
      try Self.damage(home, table: "finished")
      let doctor = try home.run("doctor")
      #expect(doctor.code == 25)
      Self.expectSentences(doctor.errorOutput)
      #expect(doctor.errorOutput.contains("it salvages what can be read"), "\(doctor.errorOutput)")
      let salvaged = try home.run("doctor", "--salvage")
      #expect(salvaged.output.contains("The store has no errors."), "\(salvaged.errorOutput)")
      #expect(salvaged.errorOutput.contains("40 jobs could be read."), "\(salvaged.errorOutput)")
      #expect(try home.run("doctor").code == 0)
      #expect(try home.jobs().count == 40)
    }
  }

  @Test(arguments: ["sound", "newer"])
  func `a salvage leaves a sound store as it is, and one of a newer Weir`(_ kind: String)
    async throws
  {
    try await onOwnThread {
      let home = try Self.homeWithJobs(3)
      if kind == "newer" { try home.changeDatabase("PRAGMA user_version = 99") }
      let names = { try FileManager.default.contentsOfDirectory(atPath: home.stateFolder) }
      let before = try (
        home.changeDatabase("PRAGMA user_version"), names().filter { $0.contains(".db") }
      )
      let salvaged = try home.run("doctor", "--salvage")
      #expect(salvaged.code == (kind == "sound" ? 0 : 25), "\(salvaged.errorOutput)")
      #expect((salvaged.output + salvaged.errorOutput).contains("salvaged"))
      #expect(try home.changeDatabase("PRAGMA user_version") == before.0)
      #expect(try names().filter { $0.contains(".db") } == before.1)
      #expect(try !names().contains("damaged"))
      #expect(try home.jobs().count == 3)
      Self.expectSentences(salvaged.errorOutput)
    }
  }

  @Test func `a key that others may read is named once, and a salvage is not advised`() async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      for _ in 0..<2 {
        let added = try home.run(
          "queue", "add", "http://127.0.0.1:9/", "Authorization:Bearer s3cret")
        #expect(added.code == 0)
      }
      let key = home.stateFolder + "/key"
      try #require(access(key, F_OK) == 0, "nothing was sealed")
      chmod(key, 0o644)
      let looked = try home.run("doctor")
      #expect(!looked.errorOutput.contains("--salvage"), "\(looked.errorOutput)")
      #expect(looked.errorOutput.contains("chmod go="))
      #expect(
        looked.errorOutput.components(separatedBy: "the store's key cannot be used").count == 2)
      chmod(key, 0o600)
      #expect(try home.run("doctor").output.contains("The store has no errors."))
    }
  }

  @Test func `a job whose request was lost is named and can be deleted`() async throws {
    try await onOwnThread {
      let home = try Self.homeWithJobs(6)
      try home.changeDatabase("DELETE FROM requests WHERE job = 3")
      let doctor = try home.run("doctor", "--salvage")
      #expect(doctor.code == 25)
      #expect(doctor.errorOutput.contains("Job 3 has lost its request."), "\(doctor.errorOutput)")
      #expect(try home.run("queue", "delete", "3").code == 0)
      #expect(try home.run("doctor").code == 0)
      Self.expectSentences(doctor.errorOutput)
    }
  }

  // MARK: Helpers of this suite

  private static func homeWithJobs(_ count: Int) throws -> WeirHome {
    let home = try WeirHome()
    for number in 1...count { try home.add("http://127.0.0.1:1/\(number)") }
    return home
  }

  /// Overwrites the root page of a table or index.
  private static func damage(_ home: WeirHome, table: String) throws {
    let page = try home.changeDatabase(
      "PRAGMA wal_checkpoint(TRUNCATE); SELECT rootpage FROM sqlite_master WHERE name = '\(table)'"
    )
    let root = try #require(page.split(separator: "\n").last.flatMap { Int($0) })
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: home.database))
    try file.seek(toOffset: UInt64((root - 1) * 4096))
    try file.write(contentsOf: Data(repeating: 0, count: 4096))
    try file.close()
  }

  /// Runs the command that a message gives between backticks.
  private static func follow(_ start: String, in message: String) throws {
    let begin = try #require(message.range(of: "`\(start)"))
    let rest = message[message.index(after: begin.lowerBound)...]
    let command = rest.prefix { $0 != "`" }
    try ChildProcess.run(["sh", "-c", String(command)])
  }

  private static func expectSentences(_ text: String) {
    for sign in ["StoreFinding(", "Optional(", "kind:", "ClientStore.", "Error Domain"] {
      #expect(!text.contains(sign), "\(text)")
    }
  }
}

extension WeirHome {
  /// - Returns: What the statements print.
  @discardableResult
  func changeDatabase(_ sql: String) throws -> String {
    try ChildProcess.run(["sqlite3", database, sql])
  }
}
