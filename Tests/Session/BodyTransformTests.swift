import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// A cipher of the user's own: programs that transform the bodies of a gateway.
@Suite(.usesSystem) struct BodyTransformTests {
  private func home(_ server: RecorderServer, _ transform: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write(
      "work/weir.yaml",
      "gateway: api\ngateways:\n  api:\n    url: \(server.url)\n    transform: \(transform)\n")
    for (name, script) in [
      "turn": "exec tr a-z n-za-m", "fail": "echo no key >&2; exit 4", "long": "exec cat /dev/zero",
      "slow": "exec sleep 60",
    ] {
      chmod(try home.folder.write("work/\(name)", "#!/bin/sh\n\(script)\n"), 0o755)
    }
    return home
  }

  private func server() throws -> RecorderServer {
    try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\njbeyq")
  }

  @Test func `R36 a trusted program transforms request and response bodies, of text and of a file`()
    async throws
  {
    try await onOwnThread {
      let server = try server()
      let home = try home(
        server, "{request: {command: [./turn]}, response: {command: [tr, a-z, n-za-m]}}")
      let file = try home.folder.write("plain.txt", "hello")
      let send = ["send", "POST", "/a", "--body", file]
      let refused = try home.run(send)
      #expect(refused.code == 2 && refused.errorOutput.contains("turn"), "\(refused.errorOutput)")
      #expect(server.takeAll().isEmpty)
      #expect(try home.run("trust").code == 0)
      let finished = try home.run(send)
      #expect(finished.code == 0 && finished.output == "world", "\(finished.errorOutput)")
      let typed = try home.run(["send", "PUT", "/a", "--body", "-"], input: Array("typed".utf8))
      #expect(typed.code == 0, "\(typed.errorOutput)")
      let bodies = server.takeAll().map { String(decoding: $0.body, as: UTF8.self) }
      #expect(bodies == ["uryyb", "glcrq"])
      let shown = try home.run("show", "1").output
      #expect(shown.contains("stage on dispatch: turn changed, "), "\(shown)")
      #expect(shown.contains("stage on response: tr changed, "), "\(shown)")
      #expect(try home.run("show", "1", "--body").output == "world")
      // Whoever changes the program asks again.
      try home.folder.write("work/turn", "#!/bin/sh\nexec cat\n")
      #expect(try home.run(send).code == 2 && server.takeAll().isEmpty)
    }
  }

  @Test(arguments: [
    ("[./fail]", "It ended with status 4: no key"), ("[./long]", "It printed more than "),
    ("[./slow], deadline: 1", "It took longer than "),
  ])
  func `a program that fails, prints too much or takes too long fails the job unsent`(
    command: String, why: String
  ) async throws {
    try await onOwnThread {
      let server = try server()
      let home = try home(server, "{request: {command: \(command)}}")
      #expect(try home.run("trust").code == 0)
      let finished = try home.run(
        ["send", "-v", "POST", "/a", "--body", "-"], input: Array("typed".utf8))
      #expect(finished.code == 2 && finished.output == "", "\(finished.output)")
      #expect(finished.errorOutput.contains(why), "\(finished.errorOutput)")
      #expect(server.takeAll().isEmpty)
    }
  }

  @Test func `a response that the program cannot transform is stored and not printed`() async throws
  {
    try await onOwnThread {
      let server = try server()
      let home = try home(server, "{response: {command: [./fail]}}")
      #expect(try home.run("trust").code == 0)
      let finished = try home.run("send", "/a")
      #expect(finished.code == 2 && finished.output == "", "\(finished.output)")
      #expect(finished.errorOutput.contains("It ended with status 4: no key"))
      #expect(finished.errorOutput.contains("weir show 1 --body"), "\(finished.errorOutput)")
      #expect(try home.run("show", "1", "--body").output == "jbeyq")
    }
  }
}
