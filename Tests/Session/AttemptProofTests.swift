import Foundation
import TestSupport
import TestTraits
import Testing

/// What an attempt stores of the request it sent, as the proof of what was sent and when.
@Suite(.usesSystem) struct AttemptProofTests {
  private struct Shown: Decodable {
    struct Attempt: Decodable {
      struct Body: Decodable {
        struct File: Decodable {
          var path: String
          var bytes: Int
          var sha256: String?
        }

        var fingerprint: String?
        var files: [File]?
      }

      var number: Int
      var idempotencyKey: String?
      var body: Body?
    }

    var attempts: [Attempt]
  }

  private static func attempts(_ id: Int, of home: WeirHome) throws -> [Shown.Attempt] {
    let shown = try home.run("show", "\(id)", "--format", "json")
    return try JSONDecoder().decode(Shown.self, from: Data(shown.output.utf8)).attempts
  }

  @Test func `each attempt names its key and its body, and the files that left with their digests`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.folder.write("work/part.txt", "abc")
      let form = try home.add("--multipart", "POST", server.url, "f@part.txt", "note=x")
      let keyed = try home.add("POST", server.url, "a=b", "--idempotency-key", "order-7")
      let same = try home.add("POST", server.url, "a=b")
      let other = try home.add("POST", server.url, "a=c")
      let bare = try home.add("GET", server.url)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)

      let file = try #require(try Self.attempts(form, of: home).first?.body?.files?.first)
      #expect(file.path.hasSuffix("/part.txt"))
      #expect(file.bytes == 3)
      // Source: FIPS 180-4, the example of one block.
      #expect(
        file.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      let attempts = try [keyed, same, other].map {
        try #require(Self.attempts($0, of: home).first)
      }
      #expect(attempts.map(\.idempotencyKey) == ["order-7", nil, nil])
      let prints = attempts.compactMap(\.body?.fingerprint)
      try #require(prints.count == 3)
      #expect(prints[0] == prints[1])
      #expect(prints[1] != prints[2])
      #expect(try Self.attempts(bare, of: home).first?.body == nil)
    }
  }

  @Test func `a body with a secret has no fingerprint to guess it by`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      #expect(try home.run("init").code == 0)
      try home.folder.write(
        "work/requests/login.yaml",
        "method: POST\nurl: \(server.url)\nbody:\n  json: '{\"pin\": \"{{pin}}\"}'\n")
      try home.folder.write(
        "work/environments.yaml", "shared: {pin: env:WEIR_PIN}\nenvironments: {dev: {}}\n")
      let trusted = try home.run("trust")
      #expect(trusted.code == 0, "\(trusted.errorOutput)")
      let sent = try home.run("run", "login", environment: ["WEIR_PIN": "1234"])
      #expect(sent.code == 0, "\(sent.errorOutput)")
      let left = try #require(server.requests.first)
      #expect(String(decoding: left.body, as: UTF8.self).contains("1234"))
      let id = try #require(try home.jobs().first?.id)
      let attempt = try #require(try Self.attempts(id, of: home).first)
      #expect(attempt.body != nil)
      #expect(attempt.body?.fingerprint == nil)
    }
  }
}
