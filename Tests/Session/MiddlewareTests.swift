import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// A gateway's stages through the program: what `weir.yaml` says happens on the wire and on show.
@Suite(.serialized, .usesSystem(minutes: 5)) struct MiddlewareTests {
  private func home(_ yaml: String, programs: [String: String] = [:]) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", yaml)
    for (name, script) in programs {
      let path = try home.folder.write("work/\(name)", "#!/bin/sh\n\(script)\n")
      chmod(path, 0o755)
    }
    return home
  }

  private func response(_ body: String, _ fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `J13 T-J15 a trusted program signs each request on its way out, in whatever process`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(
        """
        gateways:
          api:
            url: \(server.url)
            headers: [{name: X-Key, value: "env:KEY", secret: true}]
            middleware: {dispatch: [{command: [./sign, one]}]}
        """,
        programs: [
          "sign": #"grep -q k3y-in-clear && exit 9; echo "{\"headers\":{\"X-Sign\":\"$1\"}}""#
        ])
      let secret = ["KEY": "k3y-in-clear"]
      let refused = try home.run("send", "--gateway", "api", "/a", environment: secret)
      #expect(refused.code == 2 && refused.errorOutput.contains("runs the program sign"))
      #expect(server.takeAll().isEmpty)
      #expect(try home.run("trust").code == 0)
      // Committed by one process, sent by another.
      #expect(try home.run("queue", "add", "--gateway", "api", "/a", environment: secret).code == 0)
      #expect(try home.run("queue", "run", "--until-idle", environment: secret).code == 0)
      let sent = try #require(server.takeAll().first)
      #expect(sent.header("X-Sign") == "one" && sent.header("X-Key") == "k3y-in-clear")
      let shown = try home.run("show", "1")
      #expect(shown.output.contains("stage on dispatch: sign changed, "), "\(shown.output)")
      // Only its name is shown: the value may be a secret.
      let wire = try home.run("show", "1", "--wire").lines
      #expect(wire.contains("> X-Sign: ••••••"), "\(wire)")
      // Whoever changes the program asks again, also for what waits already.
      #expect(try home.run("queue", "add", "--gateway", "api", "/b", environment: secret).code == 0)
      try home.folder.write("work/sign", "#!/bin/sh\necho changed > \(home.folder.path("ran"))\n")
      #expect(try home.run("queue", "run", "--until-idle", environment: secret).code == 0)
      #expect(access(home.folder.path("ran"), F_OK) != 0 && server.takeAll().isEmpty)
      let reported = try home.run("show", "2").errorOutput
      #expect(reported.contains("sign of the gateway api was not run"), "\(reported)")
      #expect(reported.contains("It changed after the workspace was accepted."), "\(reported)")
    }
  }

  @Test func `B18 what a program changes on the way out shows as it left, without its secrets`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let reply =
        #"{"method":"PUT","url":"\#(server.url)/b?page=1&sign=canary-5512","#
        + #""body":"{\"pin\":\"canary-5513\"}","headers":{"X-Old":null}}"#
      let home = try home(
        """
        gateways:
          api:
            url: \(server.url)
            headers: [{name: X-Old, value: one}]
            middleware: {dispatch: [{command: [./change]}]}
        """, programs: ["change": "cat <<'END'\n\(reply)\nEND"])
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("send", "--gateway", "api", "POST", "/a?page=1", "k=v").code == 0)
      let sent = try #require(server.takeAll().first)
      #expect(sent.method == "PUT" && sent.target == "/b?page=1&sign=canary-5512")
      #expect(sent.header("X-Old") == nil)
      let shown = try home.run("show", "1", "--wire")
      let wire = shown.lines
      #expect(wire.contains("> PUT /b?page=1&sign=•••••• HTTP/1.1"), "\(shown.output)")
      #expect(
        wire.contains(
          "* before the stages on dispatch: the method was POST; the address was /a?page=1; "
            + "the body was different; with X-Old"), "\(shown.output)")
      #expect(wire.contains("* 21 B from a stage, sent instead of the body; they are not stored"))
      #expect(!wire.contains { $0.hasPrefix("> X-Old") } && !shown.output.contains("canary"))
      #expect(!shown.output.contains(#""k""#), "\(shown.output)")
    }
  }

  @Test func `J18 a type is forced without a gateway, too, and one that nothing parses is refused`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(response: response("{broken"))
      let home = try WeirHome()
      func send(_ words: String...) throws -> WeirHome.Finished {
        try home.run(["send", "--check", server.url + "/a"] + words)
      }
      #expect(try send().code == 0)
      for type in ["application/json", "application/problem+json", "text/xml", "image/svg+xml"] {
        let forced = try send("--parse", type)
        #expect(forced.code == 26, "\(type): \(forced.errorOutput)")
        #expect(forced.errorOutput.contains("cannot be read as"), "\(forced.errorOutput)")
      }
      #expect(try send("--parse", "text/plain").code == 0)
      #expect(try send("--parse", "off").code == 0)
      let before = server.requests.count
      let nonsense = try send("--parse", "nonsense/type")
      #expect(nonsense.code == 2)
      #expect(nonsense.errorOutput.contains("no parser for nonsense/type"))
      #expect(server.requests.count == before)
    }
  }

  @Test func `J15 J17 J18 B15 a reply is read, its data shown, and a refusal has its body`()
    async throws
  {
    try await onOwnThread {
      let body = #"{"data":{"id":7},"ok":true}"#
      let server = try RecorderServer(response: response(body))
      let home = try home(
        """
        gateways:
          api:
            url: \(server.url)
            parsers: {application/json: json}
            middleware: {response: [{root: /data}]}
          strict:
            url: \(server.url)
            middleware: {response: [{root: /result}]}
          odd:
            url: \(server.url)
            parsers: {text/plain: {command: [./refuse]}}
        """,
        programs: ["refuse": #"echo '{"error":{"reason":"No text today.","whatToDo":"Wait."}}'"#])
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("send", "--gateway", "api", "/a").code == 0)
      #expect(try home.run("show", "1", "--data").output == #"{"id":7}"#)
      let record = try home.run("show", "1", "--format", "json").output
      #expect(record.contains(#""root" : "/data""#), "\(record)")
      #expect(record.contains(#""name" : "json""#) && record.contains(#""end" : "passed""#))
      let missing = try home.run("send", "--check", "--gateway", "strict", "/a")
      #expect(missing.code != 0 && missing.errorOutput.contains("no value at /result"))
      #expect(try home.run("show", "2", "--body").output == body)
      #expect(try home.run("send", "--check", "--gateway", "odd", "/a").code == 0)
      let forced = try home.run(
        "send", "--check", "--gateway", "odd", "--parse", "text/plain", "/a")
      #expect(forced.code != 0 && forced.errorOutput.contains("No text today."))
      #expect(try home.run("send", "--check", "--gateway", "api", "--parse", "off", "/a").code == 0)
      #expect(try home.run("send", "--gateway", "api", "--parse", "x", "/a").code == 2)
      let listed = try home.run("gateway", "list").output
      #expect(listed.contains("application/json by json, root /data"), "\(listed)")
    }
  }

  @Test
  func `J21 J22 B10 a gateway's cache defaults and body encoding hold unless a request says so`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(response: response("{}"))
      let home = try home(
        """
        gateways:
          api:
            url: \(server.url)
            encode: form
            cache: {read: fresh, store-for: 300}
        """)
      for _ in 0..<2 { #expect(try home.run("send", "--gateway", "api", "/a").code == 0) }
      #expect(server.takeAll().count == 1)
      #expect(try home.run("show", "2").output.contains("source: cache"))
      #expect(try home.run("send", "--cache", "off", "--gateway", "api", "/a").code == 0)
      #expect(server.takeAll().count == 1)
      #expect(try home.run("send", "POST", "--gateway", "api", "/f", "a=b c", "n:=1").code == 0)
      let posted = try #require(server.takeAll().first)
      #expect(String(decoding: posted.body, as: UTF8.self) == "a=b+c&n=1")
      #expect(posted.header("Content-Type") == "application/x-www-form-urlencoded")
    }
  }
}
