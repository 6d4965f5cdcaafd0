import Foundation
import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct ExternalServerTests {
  @Test func `httpbin says what it received`() async throws {
    let server = try await onOwnThread { try HttpbinServer() }
    let response = try await curl("-H", "X-Mark: here", server.url + "/headers")
    #expect(response.status == "200")
    #expect(response.output.contains("\"X-Mark\":\"here\""))
  }

  @Test func `nginx speaks every protocol, and each bad certificate is bad in its way`()
    async throws
  {
    let server = try await onOwnThread { try NginxServer() }
    let trust = server.authority.certificate
    #expect(try await curl(server.plain + "/json").output.utf8.count == 83)
    #expect(
      try await curl("--cacert", trust, server.secure + "/protocol").output == "HTTP/2.0 TLSv1.3\n")
    #expect(
      try await curl("--cacert", trust, "--http1.1", server.onlyTLS12 + "/protocol").output
        == "HTTP/1.1 TLSv1.2\n")
    #expect(
      try await curl("--cacert", trust, server.onlyTLS13 + "/files/hello.txt").output == "hello\n")
    for bad in [server.secure, server.selfSigned] {
      #expect(try await curl(bad + "/json").code == "60")
    }
    for bad in [server.expired, server.wrongHost, server.selfSigned] {
      #expect(try await curl("--cacert", trust, bad + "/json").code == "60")
    }
    let url = server.wantsClientCertificate + "/json"
    #expect(try await curl("--cacert", trust, url).status == "400")
    let client = try server.authority.issue("client")
    let admitted = try await curl(
      "--cacert", trust, "--cert", client.certificate, "--key", client.key, url)
    #expect(admitted.status == "200")
    let pin = try server.authority.pin(of: server.identity)
    #expect(
      try await curl("--cacert", trust, "--pinnedpubkey", pin, server.secure + "/json").status
        == "200")
    let wrong = try server.authority.pin(of: client)
    #expect(
      try await curl("--cacert", trust, "--pinnedpubkey", wrong, server.secure + "/json").code
        == "90")
  }

  @Test(.enabled(if: SilentDNS.isPossible, "needs root and a mount namespace"))
  func `a silent name server delays a look-up`() async throws {
    let dns = try SilentDNS()
    let child = try ChildProcess(
      dns.around(["/usr/bin/curl", "-sS", "--max-time", "1", "http://never.weir.test/"]),
      environment: ["PATH": "/usr/bin:/bin"])
    let ending = try await onOwnThread { try child.wait() }
    #expect(ending == .exited(28))
  }
}
