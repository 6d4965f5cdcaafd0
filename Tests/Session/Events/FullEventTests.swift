import Foundation
import TestSupport
import TestTraits
import Testing

/// The caller's identifier, and events with all that belongs to them.
@Suite(.serialized, .usesSystem(minutes: 5)) struct FullEventTests {
  private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test
  func `R41 a full event has call, gateway, request, status, headers, body, model and parser`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Trace: t1\r\n"
          + "Content-Length: 36\r\n\r\n{\"n\": 1.00000000000000000001,\n\"a\":2}")
      let home = try WeirHome()
      try home.folder.write(
        "work/weir.yaml",
        """
        gateways:
          api:
            url: \(server.url)
            headers: {X-Client: weir}
            parsers: {application/json: json}
        """)
      let watch = try home.start(
        "queue", "watch", "--full", "--format", "json", "--kind", "received", "--kind", "own")
      func lines() -> [String] {
        String(decoding: watch.output, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      // The watch has begun once it sees an event.
      eventually("the watch sees an event") {
        do { _ = try home.run("event", "raise", "begin") } catch { return false }
        return !lines().isEmpty
      }
      let sent = try home.run(
        "send", "--gateway", "api", "--call", "order-7", "POST", "/items", "q=lamp")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      eventually("the response is an event") { lines().contains { $0.contains("\"received\"") } }
      watch.kill(SIGTERM)
      try watch.wait()
      let line = try #require(lines().first { $0.contains("\"received\"") })
      let event = try object(line)
      #expect(event["call"] as? String == "order-7" && event["gateway"] as? String == "api")
      #expect(event["status"] as? Int == 200 && event["parser"] as? String == "json")
      #expect(line.contains("\"model\":{\"n\": 1.00000000000000000001, \"a\":2}"))
      let exchange = try #require(event["exchange"] as? [String: Any])
      let request = try #require(exchange["request"] as? [String: Any])
      #expect(request["body"] as? String == "{\"q\": \"lamp\"}")
      #expect("\(request["headers"] ?? "")".contains("X-Client"))
      let response = try #require(exchange["response"] as? [String: Any])
      #expect("\(response["headers"] ?? "")".contains("X-Trace"))
      #expect((response["body"] as? String)?.hasPrefix("{\"n\"") ?? false)
      #expect(try home.run("queue", "watch", "--full").code == 2)
    }
  }

  @Test func `R24 R41 the full event of a graph's end has the results of its steps in order`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
          + "Content-Length: 9\r\n\r\n{\"n\": 17}")
      let home = try GraphCommandTests.home(
        server.url,
        [
          "flow": """
          steps:
            last: {jq: ".n + 1", inputs: {n: {from: first, pointer: /n}}}
            first: {request: get}
            never: {request: get, needs: [broken]}
            broken: {jq: 'error("no")'}
          on-failure: continue
          """
        ])
      let watch = try home.start(
        "queue", "watch", "--full", "--format", "json", "--kind", "graphFinished", "--kind", "own")
      func lines() -> [String] {
        String(decoding: watch.output, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      eventually("the watch sees an event") {
        do { _ = try home.run("event", "raise", "begin", "--call", "mine") } catch { return false }
        return !lines().isEmpty
      }
      #expect(try object(try #require(lines().first))["call"] as? String == "mine")
      let run = try home.run("run", "flow", "--call", "order-7")
      #expect(run.output.contains("2 of 4"), "\(run.errorOutput)")
      eventually("the end is an event") { lines().contains { $0.contains("graphFinished") } }
      watch.kill(SIGTERM)
      try watch.wait()
      let end = try object(try #require(lines().first { $0.contains("graphFinished") }))
      #expect(end["call"] as? String == "order-7" && end["stopped"] as? Bool == false)
      let steps = try #require(end["steps"] as? [[String: Any]])
      #expect(steps.map { $0["name"] as? String } == ["last", "first", "never", "broken"])
      #expect(steps.map { $0["outcome"] as? String } == ["done", "done", "skipped", "failed"])
      #expect(steps[0]["result"] as? Int == 18 && steps[2]["result"] == nil)
      #expect((steps[1]["result"] as? [String: Any])?["n"] as? Int == 17)
    }
  }

  @Test func `a caller's identifier is in lists and the history, and of batches and graphs`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let id = try home.add("--call", "one", server.url)
      let rows = try home.folder.write("rows.csv", "n\n1\n2\n")
      #expect(
        try home.run(
          "queue", "add", "--call", "many", "--each", rows, server.url + "/{{n}}"
        ).code == 0)
      #expect(try home.run("queue", "list").output.contains("call one"))
      let jobs = try home.run("queue", "list", "--format", "json").output
      #expect(jobs.contains("\"call\" : \"one\"") && jobs.contains("\"call\" : \"many\""))
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(try home.run("history").output.contains("call many"))
      let history = try home.run("history", "--format", "json").output
      #expect(history.contains("\"call\" : \"one\""))
      #expect(
        try home.run("show", "\(id)", "--format", "json").output.contains("\"call\" : \"one\""))
      for wrong in ["", "two words", String(repeating: "x", count: 201)] {
        #expect(try home.run("send", "--call", wrong, server.url).code == 2)
      }
    }
  }
}
