import Foundation

/// A server nobody here wrote, over TLS 1.2 and 1.3, HTTP/1.1 and HTTP/2.
///
/// Every port answers `/json` with 83 bytes, `/status/NNN` for 204, 301, 404 and 500, `/protocol`
/// with the protocol and TLS version it sees, and `/files/NAME` with what `write` has put there.
package final class NginxServer: Sendable {
  package let authority: CertificateAuthority
  package let identity: CertificateAuthority.Identity
  private let folder: TemporaryFolder
  private let child: ChildProcess
  private let ports: [Int]

  package var plain: String { "http://127.0.0.1:\(ports[0])" }
  /// TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1.
  package var secure: String { "https://localhost:\(ports[1])" }
  package var onlyTLS12: String { "https://localhost:\(ports[2])" }
  package var onlyTLS13: String { "https://localhost:\(ports[3])" }
  /// Asks for a client certificate of the same authority; answers 400 without one.
  package var wantsClientCertificate: String { "https://localhost:\(ports[4])" }
  package var expired: String { "https://localhost:\(ports[5])" }
  package var selfSigned: String { "https://localhost:\(ports[6])" }
  /// Its certificate is of the authority, but for `elsewhere.test` and 127.0.0.1.
  package var wrongHost: String { "https://localhost:\(ports[7])" }

  package init() throws {
    guard let nginx = ChildProcess.find("nginx") else { throw RigError.missing(tool: "nginx") }
    folder = try TemporaryFolder()
    authority = try CertificateAuthority()
    identity = try authority.issue("server")
    let others = [
      try authority.issue("expired", .expired), try authority.selfSigned("alone"),
      try authority.issue("elsewhere", names: ["elsewhere.test"]),
    ]
    ports = try ListeningSocket.freePorts(8)
    try folder.write("www/files/hello.txt", "hello\n")
    let common = """
      location = /json { default_type application/json;
        return 200 '{"id":1234567,"name":"a small answer......","values":[1,2,3,4,5,6,7,8],"good":true}'; }
      location = /protocol { return 200 "$server_protocol $ssl_protocol\\n"; }
      location = /length { return 200 "$request_method length:$http_content_length"; }
      location = /status/204 { return 204; }
      location = /status/404 { return 404; }
      location = /status/500 { return 500; }
      location = /status/301 { return 301 /json; }
      location /files/ { root \(folder.path("www")); }
      """
    func server(_ port: Int, _ identity: CertificateAuthority.Identity?, _ more: String = "")
      -> String
    {
      guard let identity else { return "server { listen 127.0.0.1:\(port); \(common) }" }
      return """
        server { listen 127.0.0.1:\(port) ssl http2; ssl_certificate \(identity.certificate);
          ssl_certificate_key \(identity.key); \(more) \(common) }
        """
    }
    let servers = [
      server(ports[0], nil),
      server(ports[1], identity, "ssl_protocols TLSv1.2 TLSv1.3;"),
      server(ports[2], identity, "ssl_protocols TLSv1.2;"),
      server(ports[3], identity, "ssl_protocols TLSv1.3;"),
      server(
        ports[4], identity,
        "ssl_verify_client on; ssl_client_certificate \(authority.certificate);"),
      server(ports[5], others[0]), server(ports[6], others[1]), server(ports[7], others[2]),
    ]
    try folder.write("nginx.conf", NginxConfiguration.text(folder, http: servers))
    child = try ChildProcess(
      [nginx, "-p", folder.path, "-e", folder.path("error.log"), "-c", folder.path("nginx.conf")],
      environment: ["PATH": "/usr/bin:/bin"])
    try ListeningSocket.awaitListeners(ports, of: child, "nginx")
  }

  /// Puts a file under `/files/`.
  package func write(_ name: String, _ content: [UInt8]) throws {
    try folder.write("www/files/" + name, content)
  }

  /// Serves a file from where it is, at `/files/NAME`.
  package func link(_ name: String, to path: String) throws {
    guard symlink(path, folder.path("www/files/" + name)) == 0 else {
      throw RigError("No link to \(path).", why: String(cString: strerror(errno)))
    }
  }
}

/// The parts of an nginx configuration that limit it to one folder and one process.
enum NginxConfiguration {
  static func text(_ folder: TemporaryFolder, http: [String] = [], stream: [String] = []) -> String
  {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder.path($0));" }.joined(separator: " ")
    // One process, so that ending the one that was started leaves none behind.
    var text = """
      daemon off; master_process off; pid \(folder.path("pid"));
      error_log \(folder.path("error.log"));

      """
    // Each connection that is passed on takes two, and a client retains idle ones: with a thousand, some
    // of a long run's handshakes would be cut.
    let events = "events { worker_connections 16384; }"
    if !stream.isEmpty {
      text = "load_module /usr/lib/nginx/modules/ngx_stream_module.so;\n" + text
      text += "\(events)\nstream {\n\(stream.joined(separator: "\n"))\n}\n"
    } else {
      text += """
        \(events)
        http { access_log off; keepalive_requests 1000000; types { } default_type text/plain;
        \(temporary)
        \(http.joined(separator: "\n"))
        }

        """
    }
    return text
  }
}
