import ClientModel
import ClientWorkspace
import Foundation
import Testing

struct PinEntryTests {
  let folder: TemporaryFolder

  static let hash = "u+qIYqRnphwyYdbzNK0UjYI/lRYme5an3Iz9Bun+YPw="
  static let key = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAhkan7gKSMgzeEyfijSzuMKOUSiL
    4F++oCvOqRGW2ohoNF4SM/qoqJKldd0GLG+cEn/xamdCpSwrEvR4Q1DqqQ==
    -----END PUBLIC KEY-----
    """

  init() throws { folder = try TemporaryFolder() }

  private func workspace(pin: String) throws -> Workspace {
    try folder.write(
      "gateways:\n  api: {url: \"https://a.example\", options: {pins: [\"\(pin)\"]}}\n",
      to: "weir.yaml")
    return try Workspace.open(folder.path)
  }

  private func problem(pin: String) throws -> WorkspaceProblem {
    do {
      _ = try workspace(pin: pin)
      Issue.record("\(pin) was taken")
      throw CancellationError()
    } catch let problem as WorkspaceProblem { return problem }
  }

  @Test(arguments: ["sha256//\(hash)", "sha256/\(hash)", "keys/server.pem"])
  func `a gateway pins a key by its hash and by its file`(_ pin: String) throws {
    try folder.write(Self.key, to: "keys/server.pem")
    let gateway = try #require(try workspace(pin: pin).settings.gateways["api"])
    #expect(gateway.defaults.options.trust.pins.map(\.base64) == [Self.hash])
  }

  @Test func `a hash that begins with a slash is read in both forms`() throws {
    let hash = "/" + String(repeating: "A", count: 42) + "="
    #expect(PublicKeyPin("sha256/" + hash)?.base64 == hash)
    #expect(PublicKeyPin("sha256//" + hash)?.base64 == hash)
    #expect(PublicKeyPin("sha256///" + hash) == nil)
  }

  @Test func `a saved request pins a key by its file, and is saved with the hash`() throws {
    try folder.write(Self.key, to: "server.pem")
    try folder.write(
      "url: https://a.example\noptions: {pins: [server.pem]}\n", to: "requests/list.yaml")
    let workspace = try workspace(pin: "server.pem")
    let name = try #require(RequestName("list"))
    let draft = try workspace.load(name)
    #expect(draft.options.trust.pins.map(\.base64) == [Self.hash])
    try workspace.save(draft, as: name)
    #expect(try workspace.load(name) == draft)
  }

  @Test func `a text that is no pin is refused with its place and both forms`() throws {
    let problem = try problem(pin: "sha256/x")
    #expect(problem.place?.line == 2)
    #expect(problem.why == "`sha256/x` is not a public key pin.")
    #expect(problem.whatToDo.contains("44 characters of base64, or the path of a PEM or DER file"))
  }

  @Test func `a file that is missing, outside, without a key or private is refused`() throws {
    #expect(try problem(pin: "no.pem").why == "The workspace has no file `no.pem`.")
    let outside = try TemporaryFolder()
    try outside.write(Self.key, to: "server.pem")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/out.pem", withDestinationPath: outside.path + "/server.pem")
    #expect(try problem(pin: "out.pem").why.contains("It leads outside the workspace."))
    try folder.write("no key", to: "text.pem")
    #expect(
      try problem(pin: "text.pem").why.contains("contains neither a certificate nor a public key"))
    try folder.write("-----BEGIN PRIVATE KEY-----\nAA==\n", to: "own.key")
    let secret = try problem(pin: "own.key")
    #expect(secret.why.hasPrefix("`own.key` cannot be pinned. It contains a private key"))
    #expect(secret.whatToDo.contains("openssl pkey"))
  }
}
