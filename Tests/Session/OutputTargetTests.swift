import Foundation
import TestSupport
import TestTraits
import Testing

/// The targets of `-o`, and the effects of holds and limits on them.
@Suite(.usesSystem) struct OutputTargetTests {
  private func server() throws -> ConnectionServer {
    try ConnectionServer { connection in
      while connection.takeRequest() != nil {
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 70000\r\n\r\n"
            + String(repeating: "x", count: 70_000))
      }
    }
  }

  @Test(arguments: ["-", "/dev/stdout"]) func `a dash is standard output`(
    target: String
  ) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let sent = try home.run("send", "http://127.0.0.1:\(server.port)/", "-o", target)
      #expect(sent.code == 0 && sent.output.utf8.count == 70_000, "\(sent.errorOutput)")
    }
  }

  @Test func `a device takes the body, and one that is full is reported`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let url = "http://127.0.0.1:\(server.port)/"
      #expect(try home.run("send", url, "-o", "/dev/null").code == 0)
      let full = try home.run("send", url, "-o", "/dev/full")
      #expect(full.code != 0 && full.errorOutput.contains("/dev/full"))
      #expect(try home.run("show", "2", "--body").output.utf8.count == 70_000)
    }
  }

  @Test func `a limit of a file's size is reported, not fatal`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let script =
        "ulimit -f 40; exec \"$0\" show 1 --body > out"
      _ = try home.run("send", "http://127.0.0.1:\(server.port)/", "-o", "/dev/null")
      let child = try ChildProcess(
        ["/bin/bash", "--norc", "-c", script, home.command([])[0]], environment: home.environment(),
        folder: home.workingFolder)
      let end = try child.wait(limit: .seconds(30))
      #expect(end != .signalled(SIGXFSZ))
      #expect(String(decoding: child.errorOutput, as: UTF8.self).contains("not written completely"))
    }
  }

  @Test func `a library that changes the environment first leaves the arguments`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let source = home.workingFolder + "/early.c"
      let library = home.workingFolder + "/early.so"
      try Data(
        """
        #include <stdlib.h>
        __attribute__((constructor)) static void early(void) { setenv("EARLY", "1", 1); }
        """.utf8
      ).write(to: URL(fileURLWithPath: source))
      let compiler = try ChildProcess(
        ["/usr/bin/env", "cc", "-shared", "-fPIC", "-o", library, source],
        environment: home.environment(), folder: home.workingFolder)
      _ = try compiler.wait(limit: .seconds(30))
      let child = try ChildProcess(
        home.command(["--version"]), environment: home.environment(["LD_PRELOAD": library]),
        folder: home.workingFolder)
      _ = try child.wait(limit: .seconds(30))
      #expect(String(decoding: child.output, as: UTF8.self).hasPrefix("weir "))
    }
  }
}
