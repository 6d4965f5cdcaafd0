import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What goes wrong outside the program: each is a message of three parts and a documented code.
@Suite(.serialized, .usesSystem) struct BadInputTests {
  /// One mistake, or one thing the world does.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let code: Int
  }

  private static let refused = "http://127.0.0.1:1/"

  static let mistakes = [
    Mistake(testDescription: "unknown host", arguments: ["send", "http://no.invalid/"], code: 21),
    Mistake(testDescription: "refused", arguments: ["send", refused], code: 21),
    Mistake(testDescription: "no URL at all", arguments: ["send", "http://"], code: 2),
    Mistake(testDescription: "a bad port", arguments: ["send", "http://a:99999/"], code: 2),
    Mistake(
      testDescription: "a scheme we do not speak", arguments: ["send", "gopher://a/"], code: 2),
    Mistake(
      testDescription: "a header with a line break", arguments: ["send", refused, "X:a\r\nB: c"],
      code: 2),
    Mistake(
      testDescription: "a header name with a space", arguments: ["send", refused, "X Y:a"], code: 2),
    Mistake(
      testDescription: "a method with a space", arguments: ["send", "GE T", refused], code: 2),
    Mistake(
      testDescription: "a file that is not there",
      arguments: ["send", "POST", refused, "--body", "/nowhere/at/all"], code: 2),
    Mistake(
      testDescription: "fields beside a body",
      arguments: ["send", "POST", refused, "--body", "/dev/null", "a=1"], code: 2),
    Mistake(
      testDescription: "a body that is not JSON", arguments: ["send", refused, "a:={"], code: 2),
    Mistake(
      testDescription: "an unknown option", arguments: ["send", "--colour", refused], code: 2),
    Mistake(testDescription: "an unknown job", arguments: ["show", "4711"], code: 2),
    Mistake(
      testDescription: "an unknown job in the queue", arguments: ["queue", "retry", "4711"], code: 2
    ),
    Mistake(
      testDescription: "every failed job, and one by its id",
      arguments: ["queue", "retry", "--failed", "3"], code: 2),
    Mistake(
      testDescription: "a history of no rows", arguments: ["history", "--limit", "0"], code: 2),
    Mistake(
      testDescription: "a pin that is none", arguments: ["send", "--pin", "x", refused], code: 2),
  ]

  private func expectMessage(_ finished: WeirHome.Finished, code: Int) {
    #expect(finished.code == code, "\(finished.ending): \(finished.errorOutput)")
    let text = finished.errorOutput
    // What, why, what to do: three sentences, and none of them a type's name.
    let sentences = text.matches(of: /[.:!]\s/).count
    #expect(sentences >= 2 || text.split(separator: "\n").count >= 3, "too short: \(text)")
    #expect(!text.contains("Error(") && !text.contains("Optional("), "\(text)")
  }

  @Test(arguments: mistakes)
  func `a mistake is reported in three parts, with its code`(mistake: Mistake) async throws {
    let finished = try await onOwnThread { try WeirHome().run(mistake.arguments) }
    expectMessage(finished, code: mistake.code)
  }

  @Test func `every TLS failure says which, and none sends a byte`() async throws {
    try await onOwnThread {
      let server = try NginxServer()
      let home = try WeirHome()
      let trust = ["--cacert", server.authority.certificate]
      let wrongPin = try server.authority.pin(of: server.authority.issue("other"))
      for arguments in [
        [server.secure + "/json"], trust + [server.expired + "/json"],
        trust + [server.selfSigned + "/json"], trust + [server.wrongHost + "/json"],
        trust + ["--pin", wrongPin, server.secure + "/json"],
      ] {
        expectMessage(try home.run(["send"] + arguments), code: 22)
      }
      #expect(try home.run(["send"] + trust + [server.secure + "/json"]).code == 0)
    }
  }

  @Test func `a full disk is named and nothing is lost`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.add(Self.refused)
      let shim = try FaultShim()
      let (variables, count) = try shim.arm(
        .failFrom(call: 1, .noSpace), below: home.stateFolder)
      expectMessage(
        try home.run(["queue", "add", Self.refused], environment: variables), code: 25)
      #expect(try count.value() > 0)
      #expect(try home.jobs().count == 1)
    }
  }

  @Test func `a damaged store is moved aside completely and reported`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.add(Self.refused)
      let garbage = Array(repeating: UInt8(0x5a), count: 50_000)
      // The log too: with a sound one, SQLite has every page and nothing is damaged.
      for file in [home.database, home.database + "-wal"] {
        try Data(garbage).write(to: URL(fileURLWithPath: file))
      }
      let listed = try home.run("queue", "list")
      expectMessage(listed, code: 0)
      #expect(listed.errorOutput.contains("moved aside"))
      let names = try FileManager.default.subpathsOfDirectory(atPath: home.stateFolder)
      let isThere = names.contains {
        $0.hasSuffix(".db")
          && FileManager.default.contents(atPath: home.stateFolder + "/" + $0) == Data(garbage)
      }
      #expect(isThere, "the damaged file is gone: \(names)")
      #expect(try home.run("queue", "list").errorOutput == "", "it is reported once")
    }
  }

  @Test func `without a terminal the interface says so`() async throws {
    expectMessage(try await onOwnThread { try WeirHome().run() }, code: 2)
  }

  @Test func `a terminal without abilities gets a sentence`() async throws {
    try await onOwnThread {
      let session = try TmuxSession(try WeirHome(), terminal: "dumb")
      try session.expect("EXIT=2")
    }
  }

  @Test func `a terminal of one cell does not crash it`() async throws {
    try await onOwnThread {
      let session = try TmuxSession(try WeirHome(), width: 80, height: 24)
      try session.untilIdle()
      try session.untilIdle { () throws(RigError) in try session.resize(width: 1, height: 1) }
      try session.resize(width: 80, height: 24)
      try session.expect("a screen again") { $0.contains("Queue") || $0.contains("queue") }
      #expect(kill(try session.pid(), 0) == 0)
    }
  }
}
