/// Puts TLS in front of plain test servers, byte for byte: nginx ends the TLS and passes the rest.
package final class TLSFront: Sendable {
  /// What is agreed in the handshake (RFC 7301).
  package enum Dialect: String, Sendable {
    case http1 = "http/1.1"
    case http2 = "h2"
  }

  /// The TLS ports, in the order of the servers behind.
  package let ports: [Int]
  private let folder: TemporaryFolder
  private let child: ChildProcess

  package init(
    before backends: [Int], _ identity: CertificateAuthority.Identity, speaking agreed: Dialect
  ) throws {
    guard let nginx = ChildProcess.find("nginx") else { throw RigError.missing(tool: "nginx") }
    folder = try TemporaryFolder()
    ports = try ListeningSocket.freePorts(backends.count)
    let servers = zip(ports, backends).map { port, backend in
      """
      server { listen 127.0.0.1:\(port) ssl; ssl_certificate \(identity.certificate);
        ssl_certificate_key \(identity.key); ssl_alpn \(agreed.rawValue);
        proxy_pass 127.0.0.1:\(backend); }
      """
    }
    try folder.write("nginx.conf", NginxConfiguration.text(folder, stream: servers))
    child = try ChildProcess(
      [nginx, "-p", folder.path, "-e", folder.path("error.log"), "-c", folder.path("nginx.conf")],
      environment: ["PATH": "/usr/bin:/bin"])
    try ListeningSocket.awaitListeners(ports, of: child, "nginx (stream)")
  }
}
