import Foundation
import TestSupport
import TestTraits
import Testing

/// Which servers the command line believes: nginx with certificates of every kind.
@Suite(.serialized, .usesSystem(minutes: 5)) struct TrustedServerTests {
  @Test func `J26 a pin made of a certificate's file holds before a request is sent`()
    async throws
  {
    try await onOwnThread {
      let nginx = try NginxServer()
      let home = try WeirHome()
      let der = home.folder.path("server.der")
      try ChildProcess.run([
        "openssl", "x509", "-in", nginx.identity.certificate, "-outform", "der", "-out", der,
      ])
      var pins: [String] = []
      for file in [nginx.identity.certificate, der] {
        let computed = try home.run("doctor", "--pin", file)
        #expect(computed.code == 0, "\(computed.errorOutput)")
        pins.append(try #require(computed.lines.first { $0.hasPrefix("sha256//") }))
      }
      #expect(pins == [String](repeating: try nginx.authority.pin(of: nginx.identity), count: 2))
      let url = nginx.secure + "/json"
      let roots = ["send", "--cacert", nginx.authority.certificate, url, "--pin"]
      #expect(try home.run(roots + [pins[0]]).code == 0)
      let wrong = "sha256//" + String(repeating: "A", count: 43) + "="
      let refused = try home.run(roots + [wrong])
      #expect(refused.code == 22 && refused.output.isEmpty, "\(refused.errorOutput)")
      #expect(try home.run("send", "-k", url, "--pin", wrong).code == 22)
      let unreadable = try home.folder.write("no.pem", "no certificate")
      #expect(try home.run("doctor", "--pin", unreadable).code == 2)
      #expect(try home.run(roots + ["sha256//x"]).code == 2)
    }
  }

  @Test func `T-J9 a server that vouches for itself is refused unless the user says otherwise`()
    async throws
  {
    try await onOwnThread {
      let nginx = try NginxServer()
      let home = try WeirHome()
      for url in [nginx.selfSigned, nginx.secure] {
        let refused = try home.run("send", url + "/json")
        #expect(refused.code == 22 && refused.output.isEmpty, "\(refused.errorOutput)")
      }
      #expect(
        try home.run("send", "--cacert", nginx.authority.certificate, nginx.selfSigned + "/json")
          .code == 22)
      let insecure = try home.run("send", "-k", nginx.selfSigned + "/json")
      #expect(insecure.code == 0 && insecure.output.contains("1234567"))
    }
  }
}
