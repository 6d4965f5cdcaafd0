import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// What happens to a request before the wire and to its response after it, by the library.
@Suite(.usesSystem(minutes: 6)) struct StageTests {
  private let diary = Diary()

  private func responses(_ body: String, _ fields: [ResponseField] = []) -> ScriptedTransport {
    ScriptedTransport([.json(nil, "https://api.test/*", body, fields: fields)])
  }

  /// Notes when it begins and ends; between both it waits for `open`, if that is wanted.
  private func processor(_ name: String, waits: Waits = .not) -> ClosureProcessor {
    ClosureProcessor(name) { [diary] response in
      diary.note("\(name) begins")
      if waits == .forTheTest { await diary.wait(for: name) }
      if waits == .refuses {
        throw Failure(.program, what: "No.", why: "\(name) said so.", whatToDo: "Ask again.")
      }
      diary.note("\(name) ends")
      return response
    }
  }

  private enum Waits { case not, forTheTest, refuses }

  private func request() throws -> PreparedRequest {
    try PreparedRequest(to: "https://api.test/a")
  }

  @Test func `J13 a preparer on submit has changed what is queued, and a refusal queues nothing`()
    async throws
  {
    let server = try RecorderServer()
    let sign = ClosurePreparer("sign") { request in
      guard !request.url.hasSuffix("/refused") else {
        throw Failure(.invalidRequest, what: "No.", why: "Refused.", whatToDo: "Nothing.")
      }
      var request = request
      request.headers.append(HeaderField("X-Sign", "early"))
      return request
    }
    let rig = try await LibraryRig(middleware: Middleware(onSubmit: [sign]))
    try await rig.client.pause(rig.lane)
    let ids = try await rig.submit(try PreparedRequest(to: server.url + "/a"))
    let stored = try #require(try await rig.client.request(of: ids[0]))
    #expect(stored.headers.map(\.name) == ["X-Sign"])
    await #expect(throws: Failure.self) {
      _ = try await rig.submit(
        try PreparedRequest(to: server.url + "/b"), try PreparedRequest(to: server.url + "/refused")
      )
    }
    #expect(try await rig.client.count(matching: JobQuery()) == 1)
    try await rig.client.resume(rig.lane)
    _ = try await rig.client.wait(for: ids)
    #expect(server.requests.map { $0.header("X-Sign") } == ["early"])
    await rig.client.quit(.drain)
  }

  @Test func `J14 default fields fill in what is missing, and a closure is a preparer`()
    async throws
  {
    let server = try RecorderServer()
    let fields = DefaultFields(
      headers: [HeaderField("X-Client", "lib"), HeaderField("x-own", "default")],
      query: [("lang", "en"), ("page", "9")])
    let none = ClosurePreparer { $0 }
    let rig = try await LibraryRig(middleware: Middleware(onSubmit: [fields, none]))
    let request = try PreparedRequest(
      to: server.url + "/a?page=1", headers: [HeaderField("X-Own", "mine")])
    #expect(try await rig.send(request).job.state == .succeeded)
    let sent = try #require(server.requests.first)
    #expect(sent.target == "/a?page=1&lang=en")
    #expect(sent.header("X-Client") == "lib" && sent.header("X-Own") == "mine")
    await rig.client.quit(.drain)
  }

  @Test func `J15 a processor takes its time, may change or refuse, and then the caller hears`()
    async throws
  {
    let change = ClosureProcessor("change") { [diary] response in
      diary.note("asked")
      await diary.wait(for: "change")
      var response = response
      response.body = Body(Array("{\"changed\":true}".utf8), mediaType: "application/json")
      return response
    }
    let rig = try await LibraryRig(
      transport: responses("{}"), middleware: Middleware(onResponse: [change]))
    let ids = try await rig.submit(try request())
    #expect(try await diary.comesTo(["asked"]))
    #expect(try await rig.jobs(.running) == ids)
    diary.open("change")
    #expect(try await rig.client.wait(for: ids).first?.state == .succeeded)
    let result = try #require(try await rig.client.attempts(of: ids[0]).last?.result)
    #expect(result.text == "{\"changed\":true}")
    await rig.client.quit(.drain)
  }

  @Test
  func
    `J16 a compound of JSON parser and closures runs in sequence, and the first error skips the rest`()
    async throws
  {
    let compound = CompoundProcessor(
      "compound",
      [
        JSONParser(), processor("first"), processor("second", waits: .refuses), processor("third"),
      ])
    let rig = try await LibraryRig(
      transport: responses("{\"a\":1}"), middleware: Middleware(onResponse: [compound]))
    let (job, result) = try await rig.send(try request())
    guard case .failed(let failure) = job.state else {
      Issue.record("\(job.state)")
      return
    }
    #expect(failure.why == "second said so.")
    #expect(diary.words == ["first begins", "first ends", "second begins"])
    #expect(result?.head?.status == 200 && result?.text == "{\"a\":1}")
    await rig.client.quit(.drain)
  }

  @Test
  func `T-J8 three asynchronous processors run one after the other, whichever could end first`()
    async throws
  {
    let rig = try await LibraryRig(
      transport: responses("{}"),
      middleware: Middleware(onResponse: [
        CompoundProcessor(
          "compound",
          [
            processor("slow", waits: .forTheTest), processor("quick", waits: .forTheTest),
            processor("quickest"),
          ])
      ]))
    let ids = try await rig.submit(try request())
    // What could end first may go on at once; what is slow has not even ended.
    diary.open("quick")
    #expect(try await diary.comesTo(["slow begins"]))
    #expect(try await rig.jobs(.running) == ids)
    diary.open("slow")
    #expect(try await rig.client.wait(for: ids).first?.state == .succeeded)
    #expect(
      diary.words == [
        "slow begins", "slow ends", "quick begins", "quick ends", "quickest begins",
        "quickest ends",
      ])
    await rig.client.quit(.drain)
  }

  @Test func `J17 parsers are set by media type, any number, and nil removes one`() async throws {
    func note(_ name: String) -> ClosureProcessor {
      ClosureProcessor(name) { [diary] response in
        diary.note(name)
        return response
      }
    }
    var parsers = ParserTable()
    parsers.setParser(note("json"), for: "application/json")
    parsers.setParser(note("text"), for: "text/plain")
    parsers.setParser(note("gone"), for: "text/csv")
    parsers.setParser(nil, for: "text/csv")
    let transport = ScriptedTransport(
      ["json": "application/json; charset=utf-8", "text": "text/plain", "csv": "text/csv"].map {
        ScriptedResponse(
          nil, "https://api.test/\($0)",
          .response(
            ResponseHead(status: 200, fields: [ResponseField("Content-Type", $1)]),
            body: Array("{}".utf8)))
      })
    let rig = try await LibraryRig(transport: transport, middleware: Middleware(parsers: parsers))
    for path in ["text", "csv", "json"] {
      let request = try PreparedRequest(to: "https://api.test/\(path)")
      #expect(try await rig.send(request).job.state == .succeeded)
    }
    #expect(diary.words == ["text", "json"])
    await rig.client.quit(.drain)
  }

  @Test
  func `J19 T-J7 preparer, queue, cache, network, parser, processor, cache, caller, in that order`()
    async throws
  {
    func preparer(_ name: String) -> ClosurePreparer {
      ClosurePreparer(name) { [diary] request in
        diary.note(name)
        return request
      }
    }
    func processor(_ name: String) -> ClosureProcessor {
      ClosureProcessor(name) { [diary] response in
        diary.note(name)
        return response
      }
    }
    var parsers = ParserTable()
    parsers.setParser(processor("parse"), for: "application/json")
    let script = responses("{}", [ResponseField("Cache-Control", "max-age=600")])
    let rig = try await LibraryRig(
      transport: NotedTransport(script, diary), cache: NotedCache(diary),
      middleware: Middleware(
        onSubmit: [preparer("submit")], parsers: parsers,
        onResponse: [processor("process")]))
    var request = try request()
    request.options.cache = CacheRule(mode: .fresh)
    #expect(try await rig.send(request).job.state == .succeeded)
    diary.note("caller")
    #expect(
      diary.words == [
        "submit", "look up", "look up", "send", "parse", "process", "store", "caller",
      ])
    // What the cache serves goes neither to the network nor through the stages again.
    let (_, second) = try await rig.send(request)
    guard case .cache = second?.source else {
      Issue.record("\(String(describing: second?.source))")
      return
    }
    #expect(diary.words.dropFirst(8) == ["submit", "look up", "look up"])
    await rig.client.quit(.drain)
  }
}
