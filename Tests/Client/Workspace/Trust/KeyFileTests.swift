import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import ClientWorkspace

/// Certificates and keys of a workspace: who changes one of them changes whom Weir believes.
@Suite(.usesSystem) struct KeyFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Whether the workspace is trusted before and after the file `ca.pem` gets other contents.
  private func standings(
    _ before: String, _ after: String
  ) throws -> [WorkspaceTrust.State] {
    try folder.write(before, to: "ca.pem")
    try folder.write("", to: "state/trust")
    let accepted = "\(folder.path)/state/trust"
    let workspace = try Workspace.open(folder.path)
    _ = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .accept(workspace, accepted: accepted)
    let trusted = try WorkspaceTrust.examine(workspace, accepted: accepted).state
    try folder.write(after, to: "ca.pem")
    return [trusted, try WorkspaceTrust.examine(workspace, accepted: accepted).state]
  }

  @Test(arguments: [
    "cacert: ca.pem", "cert: ./ca.pem", "key: ca.pem", "pins: [ca.pem]",
    #""\x63acert": ca.pem"#,
  ])
  func `a changed certificate that only a saved request names asks for trust again`(
    option: String
  ) throws {
    try folder.write("name: x\n", to: "weir.yaml")
    try folder.write("url: https://a.example\noptions: {\(option)}\n", to: "requests/r.yaml")
    #expect(try standings("one", "two") == [.trusted, .untrusted])
  }

  @Test func `a changed file of a gateway's pin asks for trust again`() throws {
    func certificate() throws -> String {
      let authority = try CertificateAuthority()
      return try withExtendedLifetime(authority) {
        try String(contentsOfFile: authority.certificate, encoding: .utf8)
      }
    }
    let (before, after) = (try certificate(), try certificate())
    try folder.write(before, to: "ca.pem")
    try folder.write(
      "gateways: {g: {url: \"https://a.example\", options: {pins: [ca.pem]}}}\n", to: "weir.yaml")
    #expect(try standings(before, after) == [.trusted, .untrusted])
  }

  @Test func `a changed private key is named, and its lines are neither stored nor shown`() throws {
    func key(_ secret: String) -> String { "-----BEGIN PRIVATE KEY-----\n\(secret)\n" }
    try folder.write("name: x\n", to: "weir.yaml")
    try folder.write("url: https://a.example\noptions: {key: ca.pem}\n", to: "requests/r.yaml")
    #expect(try standings(key("first"), key("second")) == [.trusted, .untrusted])
    let accepted = "\(folder.path)/state/trust"
    let workspace = try Workspace.open(folder.path)
    let difference = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .difference(in: workspace, accepted: accepted)
    #expect(difference.changes.map(\.path) == ["ca.pem"])
    #expect(difference.changes.allSatisfy { $0.lines.isEmpty && $0.remark != nil })
    let copies = "\(folder.path)/state/trusted"
    for name in try FileManager.default.contentsOfDirectory(atPath: copies) {
      let copy = try String(contentsOfFile: "\(copies)/\(name)", encoding: .utf8)
      #expect(!copy.contains("first"))
    }
  }

  @Test func `a file that no option names changes nothing`() throws {
    try folder.write("name: x\n", to: "weir.yaml")
    try folder.write(
      "url: https://a.example\nheaders: {key: ca.pem}\noptions: {http: 1}\n", to: "requests/r.yaml")
    #expect(try standings("one", "two") == [.trusted, .trusted])
  }
}
