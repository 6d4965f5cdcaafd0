import Foundation
import TestSupport
import TestTraits
import Testing

/// `weir run`: what it prints of the response.
@Suite(.usesSystem) struct RunCommandTests {
  @Test func `a saved request is printed as one that is sent`() async throws {
    try await onOwnThread {
      let server = try AnsweringServer { _ in AnsweringServer.response(200, #"{"a": {"b": "c"}}"#) }
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "{}\n")
      try home.folder.write("work/requests/one.yaml", "url: \(server.url)/x\n")
      try home.folder.write("work/graphs/all.yaml", "serial: [one]\n")
      #expect(try home.run("run", "one", "--filter", ".a.b", "-r").output == "c\n")
      let shown = try home.run("run", "-v", "one").output
      #expect(shown.contains("GET \(server.url)/x") && shown.contains("HTTP/1.1 200"))
      #expect(try home.run("run", "--print", "h", "one").output.contains("HTTP/1.1 200"))
      let count = server.requests.count
      for words in [
        ["run", "all", "--print", "h"], ["run", "one", "--filter", ".", "--format", "json"],
      ] {
        let refused = try home.run(words)
        #expect(refused.code == 2 && !refused.errorOutput.isEmpty, "\(words)")
      }
      let sent = try home.run("send", server.url, "--filter", ".", "--format", "json")
      #expect(sent.code == 2 && sent.errorOutput.contains("exclude each other"))
      #expect(try home.run("run", "--queue", "one").lines == ["4"])
      #expect(server.requests.count == count, "nothing was sent")
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(server.requests.count == count + 1)
    }
  }
}
