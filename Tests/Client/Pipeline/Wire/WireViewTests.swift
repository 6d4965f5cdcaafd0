import ClientModel
import ClientPipeline
import Testing

/// An exchange line by line (B18).
@Suite struct WireViewTests {
  private let origin = Origin(scheme: "https", host: "api.example.com", port: 443)

  private func attempt(
    _ result: AttemptResult?, number: Int = 1, hop: Int = 0,
    url: String = "https://api.example.com/x?y=1",
    origin: Origin? = nil, method: HTTPMethod = .post
  ) -> Attempt {
    Attempt(
      id: AttemptID(job: JobID(1), number: number), hop: hop, method: method, displayURL: url,
      origin: origin ?? self.origin, started: Timestamp(milliseconds: 0), result: result)
  }

  private func response(_ body: String) -> AttemptResult {
    AttemptResult(
      end: .responded,
      head: ResponseHead(
        status: 201, reason: "Created", fields: [ResponseField("Content-Type", "text/plain")]),
      body: .inline(Array(body.utf8)),
      connection: ConnectionFacts(address: "192.0.2.1:443", use: .fresh, security: "TLSv1.3"),
      transfer: TransferCounts(requestBody: 12), offeredCodings: "gzip, br")
  }

  private var request: PreparedRequest {
    PreparedRequest(
      method: .post, url: "https://api.example.com/x?y=1", origin: origin,
      headers: [
        HeaderField("X-A", "b"), HeaderField("Cookie", "plain=hush"),
        HeaderField("X-Key", SensitiveText([.reference(.environment("KEY"), .none)])),
      ],
      body: .text(
        SensitiveText([.plain("{\"pin\":"), .literal(Secret("hush"), .json), .plain("}")])),
      credentials: .bearer(.secret("hush")), idempotencyKey: "k1")
  }

  @Test func `B18 what was sent and received stands line by line, without its secrets`() {
    let lines = WireView(request, [attempt(response("one\ntwo"))]).lines.map(\.text)
    #expect(
      lines == [
        "* attempt 1, new connection to 192.0.2.1:443, TLSv1.3",
        "> POST /x?y=1 HTTP/1.1", "> Host: api.example.com",
        "> Authorization: Bearer \(Secret.mask)", "> Accept: */*", "> Accept-Encoding: gzip, br",
        "> Cookie: \(Secret.mask)", "> X-A: b", "> X-Key: {env:KEY}",
        "> Idempotency-Key: k1", "> Content-Length: 12", ">", "> {\"pin\":\(Secret.mask)}",
        "< HTTP/1.1 201 Created", "< Content-Type: text/plain", "<", "< one", "< two",
      ])
    #expect(!lines.joined().contains("hush"))
  }

  @Test func `what was typed stands in clear when the user asked, and a reference by its name`() {
    let fields = SentHead(request, attempt(response("")), secrets: .inClear).fields
    #expect(fields.first { $0.name == "Cookie" }?.value == "plain=hush")
    #expect(fields.first { $0.name == "X-Key" }?.value == "{env:KEY}")
    #expect(fields.first { $0.name == "Authorization" }?.value == "Bearer \(Secret.mask)")
  }

  @Test func `B18 a redirect elsewhere shows no credentials and no body`() {
    let other = Origin(scheme: "https", host: "other.example", port: 443)
    let lines = WireView(
      request,
      [
        attempt(
          response(""), number: 2, hop: 1, url: "https://other.example", origin: other, method: .get
        )
      ]
    ).lines.map(\.text)
    #expect(lines.contains("> GET / HTTP/1.1") && lines.contains("> Host: other.example"))
    #expect(!lines.contains { $0.contains("Authorization") || $0.contains("Cookie") })
    #expect(!lines.contains { $0.contains("pin") })
  }

  @Test func `B18 failures, cached responses, files and binary bodies are described in words`() {
    let failure = Failure(.refused, what: "It was not sent.", why: "Nobody listens.", whatToDo: "")
    let failed = WireView(request, [attempt(AttemptResult(end: .failed(failure)))]).lines
    // Nothing left: no line claims that it did.
    #expect(
      failed.dropFirst() == [
        .note("nothing was sent"), .note("It was not sent."), .note("Nobody listens."),
      ])
    var cached = response("x")
    cached.source = .cache(age: .seconds(3))
    let served = WireView(request, [attempt(cached)]).lines
    #expect(!served.contains { $0.side == .sent })
    var binary = response("")
    binary.body = .inline([0, 1, 2])
    #expect(WireView(request, [attempt(binary)]).lines.last == .note("3 B of binary data"))
    binary.body = .file(name: "x", length: 70_000, sha256: [])
    #expect(
      WireView(request, [attempt(binary)]).lines.last == .note("a body of 70 kB, stored in a file"))
  }

  @Test func `a long reason of a failure stands in lines that a narrow panel shows`() {
    let failure = Failure(
      .certificate, what: "The request to api.example.com was not sent.",
      why: String(
        repeating: "its certificate was issued by an authority that is unknown; ", count: 4),
      whatToDo: "")
    let lines = WireView(request, [attempt(AttemptResult(end: .failed(failure)))]).lines
    #expect(lines.allSatisfy { $0.text.count <= 58 || $0.side == .sent }, "\(lines)")
    #expect(lines.filter { $0.text.contains("authority") }.count >= 4)
  }

  @Test func `a message to a broker has no line of HTTP`() throws {
    let broker = Origin(scheme: "mqtt", host: "plant", port: 1883)
    func lines(_ method: HTTPMethod) -> [String] {
      let request = PreparedRequest(
        method: method, url: "mqtt://plant:1883/state/pump", origin: broker,
        headers: [HeaderField("QoS", "1")], body: .text("on"))
      let result = AttemptResult(end: .responded)
      return WireView(
        request,
        [attempt(result, url: "mqtt://plant:1883/state/pump", origin: broker, method: method)]
      ).lines.dropFirst().map(\.text)
    }
    let subscribe = try #require(HTTPMethod("SUBSCRIBE"))
    let publish = try #require(HTTPMethod("PUBLISH"))
    #expect(lines(subscribe) == ["* MQTT: SUBSCRIBE state/pump, QoS 1"])
    #expect(lines(publish) == ["* MQTT: PUBLISH state/pump, QoS 1", "> on"])
  }

  @Test func `a long body is cut and says so`() {
    let text = String(repeating: "line\n", count: 5000)
    let lines = WireView(request, [attempt(response(text))]).lines
    #expect(lines.count < 130)
    #expect(lines.last == .note("… 25 kB in total"))
  }

  /// As `request` left after a stage on dispatch changed it so.
  private func changed(_ late: DispatchChanges, sent: Int64 = 12) -> [String] {
    var result = response("")
    result.processing = Processing(late: late)
    result.transfer.requestBody = ByteCount(sent)
    return WireView(request, [attempt(result)]).lines.map(\.text)
  }

  @Test func `B18 what a stage changed of method and address stands as it left`() {
    let lines = changed(
      DispatchChanges(
        method: .put, displayURL: "https://api.example.com/v2/x?y=1&sign=\(Secret.mask)"))
    #expect(
      lines[1] == "* before the stages on dispatch: the method was POST; the address was /x?y=1")
    #expect(lines[2] == "> PUT /v2/x?y=1&sign=\(Secret.mask) HTTP/1.1")
    #expect(lines[3] == "> Host: api.example.com")
    #expect(lines.contains("> {\"pin\":\(Secret.mask)}"), "the body is the stored one")
  }

  @Test func `B18 headers that a stage took away are not among those sent`() {
    let lines = changed(DispatchChanges(removedHeaders: ["x-a", "Authorization"]))
    #expect(lines[1] == "* before the stages on dispatch: with x-a, Authorization")
    #expect(!lines.contains { $0.hasPrefix("> X-A") || $0.hasPrefix("> Authorization") })
    #expect(lines.contains("> X-Key: {env:KEY}"))
  }

  @Test
  func `B18 a body that a stage put in place is shown by its size, a removed one is not shown`() {
    let other = changed(DispatchChanges(body: .replaced), sent: 345)
    #expect(other.contains("> Content-Length: 345"))
    #expect(other.contains("* 345 B from a stage, sent instead of the body; they are not stored"))
    #expect(!other.contains { $0.contains("pin") })
    let none = changed(DispatchChanges(body: .removed), sent: 0)
    #expect(none[1] == "* before the stages on dispatch: there was a body")
    #expect(!none.contains { $0.contains("pin") })
    #expect(none.contains("> Content-Length: 0"))
  }
}
