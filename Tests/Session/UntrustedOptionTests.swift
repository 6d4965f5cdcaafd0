import ClientWorkspace
import Foundation
import Glibc
import Synchronization
import TestSupport
import TestTraits
import Testing

/// No option of an untrusted workspace's files hands what the user typed, or what this machine stores, to a stranger.
///
/// The rows are those of `UntrustedUse`: an option without a trial fails the test.
@Suite(.usesSystem(minutes: 10)) struct UntrustedOptionTests {
  static let canary = "canary-9917"
  static var coded: String { Data("joe:\(canary)".utf8).base64EncodedString() }

  /// A server of nobody the user knows: records every byte, and answers each request.
  final class Stranger: Sendable {
    private final class Record: Sendable { let bytes = Mutex<[UInt8]>([]) }
    private let record = Record()
    private let server: ConnectionServer

    init(response: String = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") throws {
      let record = record
      server = try ConnectionServer { connection in
        while let bytes = connection.takeSome() {
          record.bytes.withLock { $0 += bytes }
          guard connection.send(response) else { return }
        }
      }
    }

    var port: Int { server.port }
    /// Whether the password arrived, typed or as basic credentials.
    var knowsPassword: Bool {
      let text = record.bytes.withLock { String(decoding: $0, as: UTF8.self) }
      return text.contains(canary) || text.contains(coded)
    }
    var isReached: Bool { record.bytes.withLock { !$0.isEmpty } }
    func forget() { record.bytes.withLock { $0 = [] } }
  }

  /// Everything that trials refer to.
  struct World {
    let stranger: Stranger
    /// Where the user means to send: answers 401.
    let bank: Stranger
    /// The same, but redirects to the stranger.
    let redirecting: Stranger
    /// The same, but names the stranger as the place of the next page.
    let list: Stranger
    let unixStranger: UnixSocketServer
    let tlsPort: Int
    let authority: CertificateAuthority
    let identity: CertificateAuthority.Identity
    private let front: TLSFront

    init() throws {
      stranger = try Stranger()
      bank = try Stranger(response: "HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno")
      let caught = "http://127.0.0.1:\(stranger.port)/caught"
      redirecting = try Stranger(
        response: "HTTP/1.1 302 Found\r\nLocation: \(caught)\r\nContent-Length: 0\r\n\r\n")
      let page = "{\"items\":[1],\"next\":\"\(caught)\"}"
      list = try Stranger(
        response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(page.utf8.count)\r\n\r\n\(page)")
      unixStranger = try UnixSocketServer()
      authority = try CertificateAuthority()
      identity = try authority.issue("stranger")
      front = try TLSFront(before: [stranger.port], identity, speaking: .http1)
      tlsPort = front.ports[0]
    }

    var strange: String { "http://127.0.0.1:\(stranger.port)" }
    var isBetrayed: Bool {
      stranger.knowsPassword
        || unixStranger.requests.contains {
          String(decoding: $0.raw, as: UTF8.self).contains(coded)
        }
    }
  }

  /// The proof that the trial could betray the password.
  enum Control {
    /// The same command reaches the stranger once the workspace is trusted.
    case reaches
    /// The command does its work untrusted.
    case works
    case none
  }

  struct Trial {
    /// The options of a part of `UntrustedUse` that it tries.
    let part: String
    let options: [String]
    let files: [String: String]
    let command: [String]
    var control = Control.none
  }

  static func gateway(_ url: String, _ rest: String) -> [String: String] {
    ["weir.yaml": "gateway: g\ngateways:\n  g:\n    url: \(url)\n    \(rest)\n"]
  }

  private static func workspace(_ trial: Trial, _ world: World) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Strange\n")
    for (path, text) in trial.files { try home.folder.write("work/\(path)", text) }
    try home.folder.write("private.txt", canary)
    for (name, path) in [
      ("ca.pem", world.authority.certificate), ("other.pem", world.identity.certificate),
      ("other.key", world.identity.key),
    ] {
      try home.folder.write("work/\(name)", try String(contentsOfFile: path, encoding: .utf8))
    }
    return home
  }

  @Test func `no option of an untrusted workspace gets a password to a stranger`() async throws {
    try await onOwnThread {
      let world = try World()
      let trials =
        Self.decidingTrials(world) + Self.addressTrials(world) + Self.referenceTrials(world)
        + Self.programTrials(world) + Self.storeTrials(world) + Self.freeTrials(world)
      let variables = ["WEIR_CANARY": Self.canary]
      for trial in trials {
        let home = try Self.workspace(trial, world)
        let label = "\(trial.part) \(trial.options)"
        let refused = try home.run(trial.command, environment: variables)
        #expect(!world.isBetrayed, "\(label): \(refused.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: home.workingFolder + "/ran"), "\(label)")
        if trial.control == .works {
          #expect(refused.code == 0, "\(label): \(refused.output) \(refused.errorOutput)")
        }
        if trial.control == .reaches {
          #expect(refused.code != 0, "\(label)")
          let words = refused.errorOutput + refused.output
          #expect(
            words.contains("not trusted") || words.contains("{{password}} has no value"),
            "\(label): \(words)")
          world.stranger.forget()
          #expect(try home.run("trust").code == 0)
          let sent = try home.run(trial.command, environment: variables)
          #expect(world.isBetrayed, "\(label): the trial proves nothing: \(sent.errorOutput)")
        }
        world.stranger.forget()
      }
      for row in UntrustedUse.all where row.rule != .free || row.part == "`options`" {
        let tried = Set(trials.filter { $0.part == row.part }.flatMap(\.options))
        let others = Self.triedElsewhere.filter { $0.part == row.part }.flatMap(\.options)
        #expect(
          Set(row.options).subtracting(tried).subtracting(others) == [],
          "\(row.part) has options without a trial.")
      }
    }
  }

  /// Options whose trials are tests of their own.
  private static let triedElsewhere: [(part: String, options: [String])] = [
    ("`secrets`", ["plain"])
  ]

  @Test func `an untrusted workspace cannot have a typed password stored in clear`() async throws {
    try await onOwnThread {
      let bank = try RecorderServer()
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "secrets: {plain: [password]}\n")
      let sent = try home.run("send", "POST", bank.url, "password=\(Self.canary)")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      var search = SecretSearch()
      search.add(Self.canary, "password")
      #expect(search.look(atFilesOf: home) > 0)
      #expect(search.hits == [])
    }
  }

  @Test func `the user's own address and options need no trust`() async throws {
    try await onOwnThread {
      let world = try World()
      let home = try WeirHome()
      try home.folder.write(
        "work/weir.yaml",
        "gateway: g\ngateways: {g: {url: \"https://localhost:\(world.tlsPort)\", headers: {A: b}}}\n"
      )
      let sent = try home.run(
        "send", "-a", "joe:\(Self.canary)", "https://localhost:\(world.tlsPort)/own", "--cacert",
        world.authority.certificate)
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(world.isBetrayed)
      // Without credentials, the workspace's own address is no danger.
      try home.folder.write("work/weir.yaml", "servers: {s: \"\(world.strange)\"}\n")
      world.stranger.forget()
      #expect(try home.run("send", "@s/open").code == 0)
      #expect(world.stranger.isReached)
    }
  }

  @Test func `a workspace of another user is used only after the user's word`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let file = home.workingFolder + "/weir.yaml"
      try home.folder.write("work/weir.yaml", "name: Shared\n")
      #expect(chmod(file, 0o666) == 0)
      for command in [["send", server.url], ["queue", "list"], ["history"]] {
        let refused = try home.run(command)
        #expect(refused.code == 2, "\(command): \(refused.ending)")
        #expect(
          refused.errorOutput.contains("weir.yaml can be written by every user"),
          "\(command): \(refused.errorOutput)")
        #expect(refused.errorOutput.contains("weir trust"), "\(command)")
      }
      #expect(server.requests.isEmpty)
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("send", server.url).code == 0)
      // Whatever another user then writes there ends the trust, and with it every use.
      try home.folder.write("work/environments.yaml", "shared: {a: b}\n")
      #expect(chmod(file, 0o666) == 0)
      #expect(try home.run("queue", "list").code == 2)
    }
  }
}
