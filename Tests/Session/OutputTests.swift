import ClientModel
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What becomes of a command whose standard output or standard error takes no more.
@Suite(.usesSystem) struct OutputTests {
  /// A home with one job that has a response, and one shared value.
  private static func home(_ server: RecorderServer) throws -> WeirHome {
    let home = try WeirHome()
    #expect(try home.run("send", server.url + "/first").code == 0)
    #expect(try home.run("value", "set", "k", "v").code == 0)
    return home
  }

  @Test func `every command whose output is lost says so and exits with 27`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.home(server)
      let commands = [
        ["send", server.url], ["send", "-v", server.url], ["send", "--format", "json", server.url],
        ["show", "1"], ["show", "1", "--body"], ["show", "1", "--format", "json"],
        ["show", "1", "--curl"], ["show", "1", "--wire"], ["queue", "list"],
        ["queue", "list", "--format", "json"], ["queue", "add", server.url], ["queue", "export"],
        ["history"], ["value", "get", "k"], ["value", "list"], ["cookies"], ["doctor"], ["help"],
        ["--version"], ["--generate-completion-script", "bash"],
      ]
      for command in commands {
        let ended = try home.run(command, redirecting: ">/dev/full")
        #expect(ended.code == 27, "\(command): \(ended)")
        #expect(
          ended.errorOutput.contains(
            "The output was not written completely. There is no space left."),
          "\(command): \(ended.errorOutput)")
        #expect(try home.run(command, redirecting: ">&-").code == 27, "\(command), closed")
      }
    }
  }

  @Test func `quiet prints no output, and errors still appear`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let sent = try home.run("send", server.url, "--quiet")
      #expect(sent.code == 0 && sent.output.isEmpty && server.requests.count == 1)
      let failed = try home.run("--quiet", "send", "http://127.0.0.1:1/")
      #expect(failed.code == 21 && failed.output.isEmpty && !failed.errorOutput.isEmpty)
    }
  }

  @Test func `color always colours a pipe, also against NO_COLOR`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
          + "Content-Length: 7\r\n\r\n{\"a\":1}")
      let home = try WeirHome()
      let plain = try home.run("send", server.url, "--color", "never")
      let forced = try home.run(
        ["send", server.url, "--color", "always"], environment: ["NO_COLOR": "1"])
      #expect(plain.output.hasPrefix(#"{"a":1}"#))
      #expect(forced.output.contains("\u{1B}["))
    }
  }

  @Test func `one part of an exchange as JSON is refused`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      for part in ["--body", "--headers", "--wire"] {
        let refused = try home.run("show", "1", "--format", "json", part)
        #expect(refused.code == 2, "\(refused)")
        #expect(refused.errorOutput.contains("The JSON contains every part."), "\(refused)")
      }
    }
  }

  @Test func `version names the program, the commit, the libraries and features`() async throws {
    try await onOwnThread {
      let printed = try WeirHome().run("--version").output.split(separator: "\n")
      #expect(printed.first == "weir \(WeirVersion.text)")
      for name in [
        "commit", "libcurl", "SQLite", "libpcre2", "libidn2", "libjq", "pictures", "features",
      ] {
        #expect(printed.contains { $0.hasPrefix(name) }, "\(name)")
      }
    }
  }

  @Test func `a body in a file that cannot be printed exits with 27`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let sent = try home.run(
        ["send", "\(server.url)/large?body=300000"], redirecting: ">/dev/full")
      #expect(sent.code == 27, "\(sent.errorOutput)")
      #expect(try home.run(["show", "1", "--body"], redirecting: ">/dev/full").code == 27)
    }
  }

  @Test func `a POST whose response could not be printed has succeeded`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let sent = try home.run(["send", "POST", server.url, "a=b"], redirecting: ">/dev/full")
      #expect(sent.code == 27)
      #expect(try home.jobs().map(\.state) == ["succeeded"])
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a command whose reader has gone ends quietly`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.home(server)
      for command in [["send", server.url], ["queue", "list"], ["show", "1"], ["help"]] {
        // The other end of the pipe is closed before the command starts.
        let ended = try home.run(command, redirecting: ">&3 3>&-", after: "exec 3> >(:); wait $!;")
        #expect(ended.code == 141, "\(command): \(ended)")
        #expect(ended.errorOutput == "", "\(command)")
      }
      #expect(try home.jobs().allSatisfy { $0.state == "succeeded" })
    }
  }

  @Test(arguments: [["queue", "watch"], ["value", "watch", "k"]])
  func `a watch ends with its reader while nothing happens`(_ command: [String]) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let gate = home.folder.path("gate")
      #expect(mkfifo(gate, 0o600) == 0)
      let watch = try home.shell(
        command, redirecting: ">&3 3>&-", after: "exec 3> >(read line <'\(gate)');")
      // Opening waits until the reader of the pipe waits at the gate.
      let file = open(gate, O_WRONLY | O_CLOEXEC)
      #expect(file >= 0)
      close(file)
      #expect(try watch.wait(limit: .seconds(30)) == .exited(141))
      #expect(String(decoding: watch.errorOutput, as: UTF8.self) == "")
    }
  }

  @Test func `standard error that takes nothing changes no exit code`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      for target in ["2>/dev/full", "2>&-", "2>&3 3>&-"] {
        let after = "exec 3> >(:); wait $!;"
        #expect(try home.run(["send"], redirecting: target, after: after).code == 2, "\(target)")
        let missing = try home.run(["value", "get", "none"], redirecting: target, after: after)
        #expect(missing.code == 2, "\(target)")
      }
      #expect(try home.run(["value", "list"], redirecting: "2>&-").code == 0)
    }
  }

  @Test func `no file of the store is opened in the place of a closed standard descriptor`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      try home.add("http://127.0.0.1:1/one")
      #expect(try home.run(["queue", "list"], redirecting: ">&- 2>&- <&-").code == 27)
      #expect(try home.run(["queue", "add", "http://h/"], redirecting: ">&- 2>&-").code == 27)
      #expect(try home.jobs().count == 2)
      #expect(try home.run("doctor").code == 0)
    }
  }

  @Test func `a command that succeeds writes nothing on standard error`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.home(server)
      for command in [["--version"], ["value", "get", "k"], ["send", server.url], ["doctor"]] {
        let ended = try home.run(command)
        #expect(ended.code == 0 && ended.errorOutput == "", "\(command): \(ended.errorOutput)")
      }
    }
  }
}

extension WeirHome {
  /// Starts `weir` from a shell that redirects its descriptors.
  fileprivate func shell(
    _ arguments: [String], redirecting target: String, after first: String = ""
  ) throws -> ChildProcess {
    try ChildProcess(
      ["bash", "-c", "set -o pipefail; \(first) \"$0\" \"$@\" \(target)"] + command(arguments),
      environment: environment(), folder: workingFolder)
  }

  fileprivate func run(
    _ arguments: [String], redirecting target: String, after first: String = ""
  ) throws -> (code: Int?, errorOutput: String) {
    let child = try shell(arguments, redirecting: target, after: first)
    let code: Int? = if case .exited(let code) = try child.wait() { code } else { nil }
    return (code, String(decoding: child.errorOutput, as: UTF8.self))
  }
}
