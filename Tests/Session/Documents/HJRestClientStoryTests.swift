import Foundation
import TestSupport
import TestTraits
import Testing

/// The samples of the HJRestClientManager document in their order, by keys, against a server of greetings.
@Suite(.serialized, .usesSystem(minutes: 5)) struct HJRestClientStoryTests {
  @Test
  func `R1–R44 each sample of the HJRestClientManager document is done by keys, in its order`()
    async throws
  {
    try await onOwnThread {
      let rig = try HelloRig()
      try preview(rig)
      try codecs(rig)
      try addresses(rig)
      try groups(rig)
      try cache(rig)
      try sharedValues(rig)
      try stubs(rig)
      try events(rig)
      try check(rig)
    }
  }

  /// Sends the first request, and creates the workspace.
  private func preview(_ rig: HelloRig) throws {
    let session = rig.session
    try session.typeURL("\(rig.server.url.dropFirst("http://".count))/hello")
    try session.addQuery("a", "1")
    try session.send(1, "hello /hello?a=1")
    // Each response shows its headers.
    try session.press("3", "]", "]")
    try session.expect("X-Served-By")
    try session.press("[", "[", "1")
    try session.save("preview")
    try session.expect("Create a workspace for this request?")
    try session.press("Down", "Enter")
    try session.expect("saved as preview")
  }

  /// Uses a default codec and a second one, and reads one model and a list of models.
  private func codecs(_ rig: HelloRig) throws {
    let session = rig.session
    try session.addGateway("sampleDogma", rig.server.url)
    try session.press("q")
    try rig.edit(rig.anotherDogma)
    try session.begin("POST", "/v1/hello")
    try session.addBody(#"{"name":"gandalf"}"#)
    try session.expect("(sampleDogma)")
    try session.send(2, #"name: "gandalf""#)
    try session.begin("POST", "/v2/hello")
    try session.addBody(#"{"name":"balrog"}"#)
    try session.press("]", "]", "g", "j")
    try session.choose("anotherDogma", of: "Gateway")
    try session.send(3, "<name> balrog")
    try session.begin("/list")
    try session.send(4, "▾ [2]")
    try session.expect(#"name: "balrog""#)
  }

  /// Names a server and an endpoint by key, and fills a token of a path.
  private func addresses(_ rig: HelloRig) throws {
    let session = rig.session
    try rig.edit(rig.anotherDogma, rig.addresses)
    for (job, url) in [(5, "@apisvr/v1/hello"), (6, "@hello")] {
      try session.begin("POST", url)
      try session.addBody(#"{"name":"gandalf"}"#)
      try session.send(job, #"name: "gandalf""#)
    }
    try session.begin("@greet")
    try session.expect("/api/hello   (sampleDogma)")
    try session.addQuery("$0", "gandalf")
    try session.expect("/api/hello/gandalf   (sampleDogma)")
    try session.send(7, #"name: "gandalf""#)
  }

  /// Runs requests concurrently, serially, and with a local step between them.
  private func groups(_ rig: HelloRig) throws {
    let session = rig.session
    try session.save("gandalf")
    try session.expect("saved as gandalf")
    try session.press("g", "j", "l")
    try session.fill("balrog")
    try session.press("S")
    try session.expect("Save the request as: gandalf")
    try session.press("C-u")
    try session.type("balrog")
    try session.press("Enter")
    try session.expect("saved as balrog")
    try session.begin("/api/hello/{name}/hi")
    try session.save("answer")
    try session.expect("saved as answer")
    // Two graphs from files, then one that is assembled by keys.
    try rig.home.folder.write("work/graphs/both.yaml", "concurrent: [gandalf, balrog]\n")
    try rig.home.folder.write(
      "work/graphs/shout.yaml",
      """
      steps:
        ask: {request: gandalf}
        local job: {jq: .name | ascii_upcase, inputs: {name: {from: ask, pointer: /name}}}
        answer: {request: answer, inputs: {name: {from: local job}}}
      """)
    try session.run(graph: "both")
    try session.expect("▸ g1 both  ✓ 2")

    try session.press(",", "p")
    try session.expect("No step yet")
    try session.addStep("gandalf", shown: "1  gandalf")
    try session.addStep("answer", shown: "name = ?")
    try session.press("G", "Enter")
    try session.expect("╭─ Step answer")
    try session.press("Enter")
    try session.expect("Input name of step answer comes from")
    try session.press("C-u")
    try session.type("gandalf /name")
    try session.press("Enter")
    try session.expect("gandalf /name")
    try session.press("q")
    try session.expect("╭─ New graph")
    try session.press("s")
    try session.expect("▸ g2 new graph  ✓ 2")

    try session.run(graph: "shout")
    try session.expect("▸ g3 shout  ✓ 3")
    try session.press("2", "g", "Space")
    try session.expect("✓ succeeded local job")
    try session.press("j", "j", "Enter")
    try session.expect("The result of step local job:")
    try session.expect(#""GANDALF""#)
    try session.press("Escape")
    try session.expect("no result") { !$0.contains("The result of step") }
    try session.expect(focused: "2 Queue")
    try session.press("k", "k", "Space")
    try session.expect("▸ g3 shout")
  }

  /// Sets the limit of connections; then stores, serves, refreshes and clears a response.
  private func cache(_ rig: HelloRig) throws {
    let session = rig.session
    try session.press(",", "g")
    try session.expect("╭─ Gateways")
    try session.press("e")
    try session.expect("Edit in $EDITOR")
    try session.press("j", "j", "j", "j", "j", "j", "Enter")
    try session.expect("Running at once of sampleDogma")
    try session.type("64")
    try session.press("Enter")
    try session.expect("64")
    try session.press("q", "q")
    try session.begin("/api/hello")
    try session.addQuery("name", "gandalf")
    try session.press("]", "]", "]", "]", "g", "j", "j", "j", "j", "j", "j", "j", "j")
    try session.choose("fresh", of: "Cache")
    try session.send(14, #"name: "gandalf""#)
    try session.send(15, "from cache")
    try session.choose("only", of: "Cache")
    try session.send(16, "from cache")
    try session.press(",", "c")
    try session.expect("fresh until ")
    try session.press("A")
    try session.expect("#17 ")
    try session.press("C")
    try session.expect("Delete every cached response?")
    try session.press("Right", "Enter")
    try session.expect("Nothing is cached.")
    try session.press("q")
  }

  /// Stores, watches and changes a value, and compresses another one in the store.
  private func sharedValues(_ rig: HelloRig) throws {
    let session = rig.session
    try session.press(",", "v")
    try session.expect("No shared value yet")
    try session.addValue("helloKey", as: "helloKey", "hello, world!")
    try session.expect("13 B")
    try session.press("Enter")
    try session.expect("╭─ Shared value helloKey")
    try session.expect("  hello, world!")
    try session.press("q")
    try session.expect("╭─ Shared values")
    try session.press("W")
    try session.expect("helloKey is watched.")
    // Another program changes it.
    #expect(try rig.home.run("value", "set", "helloKey", "hello again, world!").code == 0)
    try session.expect("helloKey was set: 19 B.")
    try session.addValue("secretHelloKey", as: "secretHelloKey", "hello, world!")
    try session.expect("secretHelloKey was set.")
    // Only a watched key is in the event log.
    try session.press("W")
    try session.expect("secretHelloKey is watched.")
    try session.press("S")
    try session.expect("Store secretHelloKey as: plain")
    try session.press("C-u")
    try session.type("gzip")
    try session.press("Enter")
    try session.expect("  gzip")
    try session.press("Enter")
    try session.expect("╭─ Shared value secretHelloKey")
    try session.expect("  hello, world!")
    try session.press("q")
    try session.expect("╭─ Shared values")
    try session.press("d")
    try session.expect("Delete the shared value secretHelloKey?")
    try session.press("Right", "Enter")
    try session.expect("1 of 1")
    try session.press("q")
  }

  /// Gets a stub response after a delay, then the response of the server.
  private func stubs(_ rig: HelloRig) throws {
    let session = rig.session
    try rig.edit(
      "    stubs:\n",
      "      - {method: GET, path: /api/hello, delay: 0.8, body: '{\"name\":\"debugPlayer\"}'}\n")
    try session.press(",", "d")
    try session.expect("Stub responses are on")
    try session.begin("/api/hello")
    try session.addQuery("name", "gandalf")
    try session.send(18, #"name: "debugPlayer""#)
    try session.expect("stub response")
    try session.press(",", "d", ",", "d")
    try session.expect("Stub responses are off")
    try session.send(19, #"name: "gandalf""#)
  }

  /// Finds each kind of event in the log, among them those of failed responses.
  private func events(_ rig: HelloRig) throws {
    let session = rig.session
    for (offset, status) in [401, 503, 500].enumerated() {
      try session.begin("/status/\(status)")
      try session.send(20 + offset, "\(status) Reported")
    }
    try session.begin("127.0.0.1:1/away")
    try session.press("]", "]", "]", "]", "g", "j", "j", "j")
    try session.fill("1")
    try session.send(23, "No program accepts connections on port 1.")
    // No key raises a custom event.
    #expect(try rig.home.run("event", "raise", "greeted", "name=gandalf").code == 0)
    try session.press(",", "l")
    try session.expect("╭─ Event log")
    try session.press("/")
    for (kind, line) in [
      ("response", "job 14 answered"), ("not-modified", "job 17 not modified"),
      ("unauthorized", "job 20 not authorized"),
      ("unavailable", "job 21 unavailable"), ("failed", "job 22 refused"),
      ("no-response", "job 23 network failed"),
      ("cached", "/api/hello?name=gandalf"), ("uncached", "no longer cached"),
      ("value-set", "value helloKey set: hello again, world!"),
      ("value-removed", "value secretHelloKey removed"), ("graph-ended", "g3"),
      ("custom", "greeted name=gandalf"),
    ] {
      try session.press("C-u")
      try session.type("kind:\(kind)")
      try session.expect("the event \(kind)") { screen in
        screen.contains("> kind:\(kind)") && screen.contains(line)
      }
    }
  }

  /// What the server received.
  private func check(_ rig: HelloRig) throws {
    let named = "GET /api/hello?name=gandalf"
    var lines = rig.server.lines
    // The two requests of the concurrent graph arrive in any order.
    if lines.count > 8 { lines[7...8].sort() }
    #expect(
      lines == [
        "GET /hello?a=1", "POST /v1/hello", "POST /v2/hello", "GET /list", "POST /v1/hello",
        "POST /v1/hello", "GET /api/hello/gandalf", "GET /api/hello/balrog",
        "GET /api/hello/gandalf", "GET /api/hello/gandalf", "GET /api/hello/gandalf/hi",
        "GET /api/hello/gandalf", "GET /api/hello/GANDALF/hi", named, named, named,
        "GET /status/401", "GET /status/503", "GET /status/500",
      ])
    let posts = rig.server.requests.filter { $0.method == "POST" }
    #expect(posts.allSatisfy { $0.header("Content-Type") == "application/json" })
    #expect(
      posts.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"name":"gandalf"}"#, #"{"name":"balrog"}"#, #"{"name":"gandalf"}"#,
        #"{"name":"gandalf"}"#,
      ])
    let refreshed = rig.server.requests.filter { $0.target == "/api/hello?name=gandalf" }
    #expect(refreshed.map { $0.header("If-None-Match") } == [nil, "\"h1\"", nil])
  }
}
