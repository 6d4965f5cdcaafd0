import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// The gateway of the complete example in the manual.
@Suite(.serialized, .usesSystem(minutes: 5)) struct ManualGatewayTests {
  private static func sample() throws -> String {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/App/Manual/gateways.md").standardizedFileURL
    let section = try String(contentsOf: path, encoding: .utf8).components(
      separatedBy: "## A complete example\n")
    let block = try #require(section.last?.components(separatedBy: "```yaml\n").dropFirst().first)
    return try #require(block.components(separatedBy: "```").first)
  }

  /// The workspace with all that the sample names.
  private static func home(_ server: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", try sample())
    try home.folder.write("work/environments.yaml", "shared: {base: \"\(server)\"}\n")
    try home.folder.write(
      "work/requests/auth/refresh.yaml", "gateway: none\nmethod: POST\nurl: \(server)/token\n")
    try home.folder.write("work/roots.pem", "")
    try home.folder.write("work/unwrap.py", "")
    for program in ["check-input", "sign", "csv-to-json"] {
      chmod(try home.folder.write("work/\(program)", "#!/bin/sh\n"), 0o755)
    }
    for program in ["encrypt", "decrypt"] {
      chmod(try home.folder.write("work/\(program)", "#!/bin/sh\nexec cat\n"), 0o755)
    }
    let trusted = try home.run("trust")
    #expect(trusted.code == 0, "\(trusted.errorOutput)")
    return home
  }

  @Test func `its stub route answers its endpoint, and its own rule is content`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.home(server.url)
      let secret = ["TOKEN": "t0ken"]
      let listed = try home.run("gateway", "list")
      #expect(listed.code == 0 && listed.output.contains("api"), "\(listed.errorOutput)")
      let sent = try home.run("send", "--stub", "--check", "@hello", environment: secret)
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(sent.output == #"{"status": 0, "data": "world"}"#)
      #expect(try home.run("show", "1", "--data").output == #""world""#)
      let dropped = try home.run(
        "send", "POST", "--stub", "/x", "a=z", "X-A:1", environment: secret)
      #expect(dropped.code == 0 || dropped.code == 21, "\(dropped.errorOutput)")
    }
  }

  @Test func `its service's own words are shown, with and without the root`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(
        response: written(200, #"{"status":9,"error":{"code":"E42","message":"no such lamp"}}"#))
      let home = try Self.home(server.url)
      let sent = try home.run("send", "--check", "/users", environment: ["TOKEN": "t0ken"])
      #expect(
        sent.code == 1 && sent.errorOutput.contains("E42: no such lamp"), "\(sent.errorOutput)")
      #expect(server.takeAll().map(\.target) == ["/v1/users?lang=en"])
      #expect(try home.run("history").output.contains("E42: no such lamp"))
    }
  }
}
