import ClientModel
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What the commands print on a terminal, and that a pipe receives what it always did.
@Suite(.usesSystem) struct TerminalOutputTests {
  private static let missing =
    "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"

  /// Runs commands in a shell of a terminal.
  private static func shell(
    _ home: WeirHome, _ more: [String: String] = [:], width: Int = 80, height: Int = 24
  ) throws -> TmuxSession {
    let command = home.command([]).joined(separator: " ")
    let variables = ["PS1": "READY>", "W": command].merging(more) { $1 }
    let session = try TmuxSession(
      command: ["bash", "--norc", "--noprofile", "--noediting", "-i"],
      environment: home.environment(variables), folder: home.workingFolder, width: width,
      height: height, of: home)
    try session.expect("READY>")
    return session
  }

  private static func run(_ line: String, in session: TmuxSession) throws(RigError) {
    try session.type(line)
    try session.keys("Enter")
  }

  @Test func `a pipe receives neither colours nor a status line nor a shorter list`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(response: Self.missing)
      let home = try WeirHome()
      let sent = try home.run("send", "\(server.url)/one")
      #expect(sent.output == "{\"a\":1}" && sent.errorOutput == "" && sent.code == 0)
      let verbose = try home.run("send", "-v", "\(server.url)/one")
      #expect(
        verbose.output == """
          GET \(server.url)/one
          Host: 127.0.0.1:\(server.port)
          Accept-Encoding: deflate, gzip, br, zstd
          User-Agent: weir/\(WeirVersion.text)
          Accept: */*

          HTTP/1.1 404 Not Found
          Content-Type: application/json
          Content-Length: 7
          (source: network)

          {"a":1}
          """)
      #expect(verbose.errorOutput == "")
      for _ in 0..<20 { _ = try home.run("send", "\(server.url)/one") }
      let list = try home.run("queue", "list")
      let row = "  failed  404     GET     \(server.url)/one  The response is 404 Not Found."
      let ids = (1...22).reversed().map { $0 < 10 ? "\($0) " : "\($0)" }
      #expect(list.lines == ["ID  STATE   STATUS  METHOD  URL"] + ids.map { $0 + row })
      #expect(list.errorOutput == "")
      let history = try home.run("history")
      #expect(history.lines.count == 23)
      #expect(
        history.lines[1].contains(
          /^22  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  404     GET     .*\/one  7 B   \d+ ms +failed: The response is 404 Not Found\.$/
        ))
      #expect(try home.run("--help").output.hasPrefix("OVERVIEW: An API client"))
    }
  }

  @Test func `a terminal shows the status of a response above its body`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(response: Self.missing)
      let home = try WeirHome()
      let session = try Self.shell(home)
      try Self.run("clear; $W send \(server.url)/one; echo END1=$?", in: session)
      try session.expect("END1=0")
      let screen = try session.screen()
      #expect(screen.contains(/404 Not Found  7 B in .*s\n\{\n  "a": 1\n\}/), "\(screen)")
      #expect(try session.styledScreen().contains("\u{1B}[33m404 Not Found"))
      try Self.run("clear; $W send -v \(server.url)/one; echo END2=$?", in: session)
      try session.expect("END2=0")
      #expect(try session.screen().contains(/HTTP\/1\.1 404 Not Found  7 B in/))
      #expect(try !session.screen().contains("source"))
      try Self.run(
        "clear; NO_COLOR=1 $W send \(server.url)/one -o a.json; echo END3=$?", in: session)
      try session.expect("Saved 7 B in a.json.\nEND3=0")
      #expect(try !session.styledScreen().contains("\u{1B}[33m"))
      // Another program reads standard output.
      try Self.run(
        "clear; $W send --no-progress \(server.url)/one | cat; echo END4=$?", in: session)
      try session.expect("END4=0")
      #expect(try !session.screen().contains("404"))
    }
  }

  @Test func `the row of progress leaves nothing on the terminal`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try Self.shell(home)
      try Self.run("clear; $W send '\(server.url)/one?hold=gate'; echo END5=$?", in: session)
      try session.expect("Waiting for the response")
      server.release("gate")
      try session.expect("END5=0")
      #expect(try !session.screen().contains("Waiting"))
      try Self.run("clear; $W send '\(server.url)/two?hold=other'; echo END6=$?", in: session)
      try session.expect("Waiting for the response")
      try session.keys("C-c")
      try session.expect("END6=130")
      #expect(try !session.screen().contains("Waiting"))
      try Self.run(
        "clear; $W send --no-progress '\(server.url)/x?delay=1500' > f; echo END7=$?", in: session)
      try session.expect("no progress") {
        #expect(!$0.contains("Waiting"))
        return $0.contains("END7=0")
      }
    }
  }

  @Test func `a queue run shows its jobs, and Ctrl+C while a file is read leaves no row`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try Self.shell(home)
      try home.add("\(server.url)/one")
      try home.add("\(server.url)/two?hold=gate")
      try Self.run("clear; $W queue run --until-idle; echo END8=$?", in: session)
      try session.expect("1 of 2 jobs")
      server.release("gate")
      try session.expect("END8=0")
      let screen = try session.screen()
      #expect(screen.contains("2 jobs ended in ") && screen.contains(": 2 succeeded."))
      #expect(!screen.contains("1 of 2 jobs"))
      let pipe = home.workingFolder + "/rows"
      #expect(mkfifo(pipe, 0o600) == 0)
      try Self.run("clear; $W import curl rows; echo END9=$?", in: session)
      try session.expect("Reading rows")
      try session.keys("C-c")
      try session.expect("the prompt alone") {
        $0.contains("READY>") && !$0.contains("Reading")
      }
    }
  }

  @Test func `a graph shows its running step, and leaves only its result`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: Shop\n")
      try home.folder.write("work/requests/first.yaml", "url: \(server.url)/first\n")
      try home.folder.write("work/requests/second.yaml", "url: \(server.url)/second?hold=gate\n")
      try home.folder.write("work/graphs/both.yaml", "serial: [first, second]\n")
      let session = try Self.shell(home)
      try Self.run("clear; $W run both; echo END15=$?", in: session)
      try session.expect("Running both: second")
      try session.expect("1 of 2 steps")
      server.release("gate")
      try session.expect("END15=0")
      #expect(try !session.screen().contains("Running both"))
      // Without a terminal, -v is no error, and the progress of a short graph is not printed.
      let piped = try home.run("run", "both", "-v")
      #expect(piped.code == 0 && piped.errorOutput == "", "\(piped.errorOutput)")
    }
  }

  @Test func `a long list is shown in the pager, and a short one is not`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      for place in 0..<6 { try home.add("--hold", "http://a.example/\(place)") }
      let session = try Self.shell(home, ["PAGER": "sed s/^/PAGED:/"], height: 10)
      try Self.run("clear; $W queue list; echo END10=$?", in: session)
      try session.expect("END10=0")
      #expect(try !session.screen().contains("PAGED:"))
      for place in 6..<12 { try home.add("--hold", "http://a.example/\(place)") }
      try Self.run("clear; $W queue list; echo END11=$?", in: session)
      try session.expect("PAGED:12")
      try Self.run("clear; $W queue list --no-pager; echo END12=$?", in: session)
      try session.expect("END12=0")
      #expect(try !session.screen().contains("PAGED:"))
    }
  }

  @Test func `the list of a terminal has the unfinished jobs and the newest others`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(response: Self.missing)
      let home = try WeirHome()
      for place in 1...22 { _ = try home.run("send", "\(server.url)/\(place)") }
      _ = try home.run("queue", "add", "--hold", "http://a.example/held")
      let session = try Self.shell(home, ["PAGER": ""], height: 40)
      try Self.run("clear; $W queue list; echo END13=$?", in: session)
      let screen = try session.expect("END13=0")
      let lines = screen.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("22") } && !screen.contains("/2 "))
      #expect(screen.contains("2 older finished jobs are not listed; --all lists all jobs."))
      #expect(lines[1].contains("held") && lines.allSatisfy { $0.count <= 80 })
      try Self.run("clear; $W queue list --limit 1; echo END14=$?", in: session)
      let short = try session.expect("END14=0")
      #expect(short.contains("22") && short.contains("held") && !short.contains("/21"))
    }
  }
}
