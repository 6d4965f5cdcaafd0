import Foundation
import Glibc

/// A server over TLS that answers 413 as soon as it has read a request's head, by Python's `h2` or over HTTP/1.1.
///
/// Over HTTP/2 the complete response is followed by RST_STREAM(NO_ERROR), as RFC 9113, section 8.1, allows.
package final class EarlyResponseServer: Sendable {
  package let port: Int
  private let child: ChildProcess

  package init(_ identity: CertificateAuthority.Identity) throws {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = top.appending(path: ".build-tests/venv/bin/python").path
    guard access(python, X_OK) == 0 else { throw RigError.missing(tool: "Python with h2") }
    port = try ListeningSocket.freePorts(1)[0]
    child = try ChildProcess(
      [python, "-c", Self.program, "\(port)", identity.certificate, identity.key],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    try ListeningSocket.awaitListeners([port], of: child, "python h2")
  }

  private static let program = #"""
    import socket, ssl, sys, threading
    from h2 import config, connection, errors, events, exceptions
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    context.set_alpn_protocols(['h2', 'http/1.1'])
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(('127.0.0.1', int(sys.argv[1])))
    listener.listen(64)

    def over_http1(peer):
        head = b''
        while b'\r\n\r\n' not in head:
            head += peer.recv(4096)
        peer.sendall(b'HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntoo large')
        while peer.recv(65536):
            pass

    def over_http2(peer):
        h2 = connection.H2Connection(config.H2Configuration(client_side=False))
        h2.initiate_connection()
        peer.sendall(h2.data_to_send())
        while True:
            data = peer.recv(65536)
            if not data:
                return
            for event in h2.receive_data(data):
                if isinstance(event, events.RequestReceived):
                    h2.send_headers(event.stream_id, [(':status', '413')])
                    h2.send_data(event.stream_id, b'too large', end_stream=True)
                    try:
                        h2.reset_stream(event.stream_id, errors.ErrorCodes.NO_ERROR)
                    except exceptions.StreamClosedError:
                        pass
            peer.sendall(h2.data_to_send())

    def serve(raw):
        try:
            peer = context.wrap_socket(raw, server_side=True)
            (over_http2 if peer.selected_alpn_protocol() == 'h2' else over_http1)(peer)
        except OSError:
            pass

    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """#
}
