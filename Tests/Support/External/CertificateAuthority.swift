import Foundation

/// An authority of the test's own, made by openssl: nothing outside the test trusts it.
package final class CertificateAuthority: Sendable {
  /// A certificate with its key, as PEM files.
  package struct Identity: Sendable {
    package let certificate: String
    package let key: String
  }

  package enum Validity: Sendable { case good, expired }

  private let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
    try openssl(
      ["req", "-x509"] + newKey("ca") + ["-days", "3", "-subj", "/CN=Weir test authority"]
        + ["-addext", "keyUsage=critical,keyCertSign,cRLSign", "-out", folder.path("ca.pem")])
  }

  /// The authority's own certificate, as a PEM file.
  package var certificate: String { folder.path("ca.pem") }

  /// Issues a certificate.
  ///
  /// - Parameter names: DNS names; 127.0.0.1 is always added.
  package func issue(
    _ label: String, names: [String] = ["localhost"], _ validity: Validity = .good
  ) throws -> Identity {
    let key = folder.path(label + ".key")
    let (request, signed) = (folder.path(label + ".csr"), folder.path(label + ".pem"))
    let alternatives = (names.map { "DNS:\($0)" } + ["IP:127.0.0.1"]).joined(separator: ",")
    let extensions = try folder.write(label + ".ext", "subjectAltName=\(alternatives)\n")
    try openssl(["req", "-new"] + newKey(label) + ["-subj", "/CN=\(label)", "-out", request])
    func sign(_ period: String...) throws {
      try openssl(
        ["x509", "-req", "-in", request, "-CA", certificate, "-CAkey", folder.path("ca.key")]
          + ["-CAcreateserial", "-extfile", extensions, "-out", signed] + period)
    }
    switch validity {
    case .good: try sign("-days", "2")
    case .expired:
      // OpenSSL 3.5 refuses an end before the start, and OpenSSL 3.0 cannot set the start.
      do {
        try sign("-days", "-1")
      } catch {
        try sign("-not_before", "20240101000000Z", "-not_after", "20240102000000Z")
      }
    }
    return Identity(certificate: signed, key: key)
  }

  /// A certificate that only vouches for itself.
  package func selfSigned(_ label: String) throws -> Identity {
    let signed = folder.path(label + ".pem")
    try openssl(
      ["req", "-x509"] + newKey(label) + ["-days", "2", "-subj", "/CN=\(label)"]
        + ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", signed])
    return Identity(certificate: signed, key: folder.path(label + ".key"))
  }

  /// The pin of an identity's public key: `sha256//` and base64 (RFC 7469, section 2.4).
  package func pin(of identity: Identity) throws -> String {
    let script =
      "openssl x509 -in \"$1\" -pubkey -noout | openssl pkey -pubin -outform der"
      + " | openssl dgst -sha256 -binary | openssl base64 -A"
    return "sha256//"
      + (try ChildProcess.run(["/bin/sh", "-c", script, "sh", identity.certificate]))
  }

  private func newKey(_ label: String) -> [String] {
    [
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      folder.path(label + ".key"),
    ]
  }

  private func openssl(_ arguments: [String]) throws {
    guard ChildProcess.find("openssl") != nil else { throw RigError.missing(tool: "openssl") }
    try ChildProcess.run(["openssl"] + arguments)
  }
}
