import Foundation
import TestSupport
import TestTraits
import Testing

/// Which servers the command line believes: nginx with certificates of every kind.
@Suite(.serialized, .usesSystem(minutes: 5)) struct TrustedServerTests {
  @Test func `J26 a pin made of a file of a key or a certificate holds before a request is sent`()
    async throws
  {
    try await onOwnThread {
      let nginx = try NginxServer()
      let home = try WeirHome()
      let der = home.folder.path("server.der")
      try ChildProcess.run([
        "openssl", "x509", "-in", nginx.identity.certificate, "-outform", "der", "-out", der,
      ])
      let key = try home.folder.write(
        "server-public-key.pem",
        try ChildProcess.run(["openssl", "x509", "-in", der, "-inform", "der", "-noout", "-pubkey"])
      )
      let keyDER = home.folder.path("key.der")
      try ChildProcess.run([
        "openssl", "pkey", "-pubin", "-in", key, "-outform", "der", "-out", keyDER,
      ])
      let files = [nginx.identity.certificate, der, key, keyDER]
      var pins: [String] = []
      for file in files {
        let computed = try home.run("doctor", "--pin", file)
        #expect(computed.code == 0, "\(computed.errorOutput)")
        pins.append(try #require(computed.lines.first { $0.hasPrefix("sha256//") }))
      }
      #expect(pins == [String](repeating: try nginx.authority.pin(of: nginx.identity), count: 4))
      let url = nginx.secure + "/json"
      let roots = ["send", "--cacert", nginx.authority.certificate, url, "--pin"]
      let oneSlash = "sha256/" + pins[0].dropFirst("sha256//".count)
      for pin in [pins[0], oneSlash] + files {
        let sent = try home.run(roots + [pin])
        #expect(sent.code == 0, "\(pin): \(sent.errorOutput)")
      }
      let other = try nginx.authority.selfSigned("other")
      #expect(try home.run(roots + [other.certificate]).code == 22)
      let wrong = "sha256//" + String(repeating: "A", count: 43) + "="
      let refused = try home.run(roots + [wrong])
      #expect(refused.code == 22 && refused.output.isEmpty, "\(refused.errorOutput)")
      #expect(try home.run("send", "-k", url, "--pin", wrong).code == 22)
      let unreadable = try home.folder.write("no.pem", "no certificate")
      #expect(try home.run("doctor", "--pin", unreadable).code == 2)
      #expect(try home.run(roots + ["sha256//x"]).code == 2)
      let secret = try home.run(roots + [other.key])
      #expect(secret.code == 2 && secret.errorOutput.contains("It contains a private key"))
    }
  }

  @Test func `a gateway pins the key in a file of its workspace`() async throws {
    try await onOwnThread {
      let nginx = try NginxServer()
      let home = try WeirHome()
      let other = try nginx.authority.selfSigned("other")
      for (identity, code) in [(nginx.identity, 0), (other, 22)] {
        try home.folder.write(
          "work/server-public-key.pem",
          try ChildProcess.run([
            "openssl", "x509", "-in", identity.certificate, "-noout", "-pubkey",
          ]))
        try home.folder.write(
          "work/weir.yaml",
          """
          gateways:
            api:
              url: \(nginx.secure)
              options: {insecure: true, pins: [server-public-key.pem]}
          """)
        #expect(try home.run("trust").code == 0)
        let sent = try home.run("send", "--gateway", "api", "/json")
        #expect(sent.code == code, "\(sent.errorOutput)")
      }
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
