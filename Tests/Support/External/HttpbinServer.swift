import Foundation
import Glibc

/// httpbin under gunicorn: an HTTP server nobody here wrote, which says what it received.
package final class HttpbinServer: Sendable {
  package let url: String
  private let child: ChildProcess

  package init() throws(RigError) {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let gunicorn = top.appending(path: ".build-tests/venv/bin/gunicorn").path
    guard access(gunicorn, X_OK) == 0 else { throw .missing(tool: "httpbin under gunicorn") }
    let port = try ListeningSocket.freePorts(1)[0]
    url = "http://127.0.0.1:\(port)"
    child = try ChildProcess(
      [gunicorn, "-b", "127.0.0.1:\(port)", "-k", "gthread", "--threads", "8", "httpbin:app"],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    try ListeningSocket.awaitListeners([port], of: child, "gunicorn")
  }

  deinit {
    // Its word to stop, so that it takes its worker with it.
    child.kill(SIGTERM)
    _ = poll(for: .seconds(5)) { child.isRunning ? nil : true }
  }
}
