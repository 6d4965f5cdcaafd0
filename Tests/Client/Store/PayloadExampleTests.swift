import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// Values that `PayloadFormatTests` has no test for, with most of their fields set.
///
/// Parts that hold secrets are absent: they are sealed with a random nonce, so their bytes differ each time.
struct PayloadExampleTests {
  private let format = StoredFormat()

  @Test func `a draft`() throws {
    let draft = Draft(
      name: "n", method: "POST", url: "http://h/{id}", pathVariables: [DraftField("id", "1")],
      query: [DraftField("q", "2")], headers: [DraftField("A", "b")],
      body: .text("c", mediaType: "text/plain"),
      options: TransportOptions(redirects: .stay), idempotencyKey: "k", removedHeaders: ["X"],
      gateway: "g", endpoint: EndpointName(catalog: "a", endpoint: "b"), filter: ".x",
      assertions: ["status 200"])
    try format.expect(
      draft,
      isStoredAs: "0101016e0204504f5354030d687474703a2f2f682f7b69647d04010102696402013100050101"
        + "017102013200060101014102016200070301630a746578742f706c61696e090501000a01016b"
        + "0b0101580c0101670d01010161020162001301022e7814010a7374617475732032303000")
  }

  @Test func `the kinds of a draft's body`() throws {
    try format.expect(DraftBody.none, isStoredAs: "01")
    try format.expect(DraftBody.json("{}"), isStoredAs: "02027b7d")
    try format.expect(DraftBody.form([DraftField("a", "b")]), isStoredAs: "040101016102016200")
    try format.expect(
      DraftBody.multipart([DraftPart(name: "a", path: "/f", fileName: "n", mediaType: "t/s")]),
      isStoredAs: "05010101610301022f660401016e050103742f7300")
    try format.expect(DraftBody.file(path: "/f", mediaType: nil), isStoredAs: "06022f6600")
    try format.expect(
      DraftBody.bytes([0, 255], mediaType: "a/b"), isStoredAs: "070200ff0103612f62")
  }

  @Test func `the gateways`() throws {
    let gateway = Gateway(
      name: "g", url: "http://h",
      defaults: GatewayDefaults(
        headers: [DraftField("A", "b")], query: [DraftField("q", "1")],
        cache: CacheDefaults(reading: .fresh, storeFor: .seconds(9), maxAge: .seconds(8))),
      methods: ["GET": GatewayDefaults(headers: [DraftField("C", "d")])])
    var gateways = Gateways(
      all: [gateway], standard: "g", servers: ["s": "http://s"],
      endpoints: [
        "e": NamedEndpoint(
          start: .server("s"), path: "/{a}",
          variables: [PathVariableRule("a", alias: "b", absence: .filled("c"))])
      ])
    try format.expect(
      gateways,
      isStoredAs: "01010101670208687474703a2f2f680301010101410201620002010101710201310004010105"
        + "6672657368020112000301100000000401034745540101010143020164000000020101670301"
        + "017308687474703a2f2f73040101650102017302042f7b617d03010101610201016203030163"
        + "000000")
    gateways = Gateways(endpoints: ["e": NamedEndpoint(start: .gateway("g"), path: "/")])
    try format.expect(gateways, isStoredAs: "040101650103016702012f0000")
  }

  @Test func `what stages do with a request and its response`() throws {
    let command = CommandRule(["a", "b"], deadline: .seconds(5))
    let rule = MiddlewareRule(
      onSubmit: [.command(command)], onDispatch: [.command(CommandRule(["c"]))],
      parsers: [
        ParserRule(mediaType: "a/b", parser: .xml), ParserRule(mediaType: "*/*", parser: .text),
        ParserRule(mediaType: "c/d", parser: .command(command)),
      ],
      onResponse: [
        .root("/a"), .capture(header: "H", name: "n"), .command(CommandRule(["d"])),
      ])
    try format.expect(
      rule,
      isStoredAs: "010101010201610162020a0000020101010101630003030103612f6202020001032a2f2a0203"
        + "000103632f640204010201610162020a000000040301022f61020148016e03010101640000")
  }

  @Test func `what a response means`() throws {
    let rule = OutcomeRule(
      authentication: [OutcomeClause(statuses: [401...403])], upgrade: [],
      failure: [OutcomeClause(values: [ValueTest("/a", .oneOf(["b"]))])],
      success: [OutcomeClause(headers: [ValueTest("H", .absent)])], code: ["/code"],
      reason: ["/reason"], detail: ["/detail"], refresh: RefreshRule(request: "r"))
    try format.expect(
      rule,
      isStoredAs: "01010101a206a606000301020101022f61020301016200000401030101014802020000050105"
        + "2f636f64650601072f726561736f6e0701072f64657461696c08010101720000")
  }

  @Test func `the rule of a remote job`() throws {
    let rule = RemoteRule(
      accepted: [200...299], status: [.header("Location"), .pointer("/url")], id: "/id",
      word: ["/status"], words: ["done": .finished], failure: ["/error"], errors: ["/errors"],
      result: .at([.template("http://h/{id}", id: "/id")]),
      cancel: RemoteRule.Cancel(method: .post, address: [.pointer("/cancel")]),
      poll: PollPolicy(
        first: .seconds(2), queued: .seconds(3), running: .seconds(4), factor: 2,
        longest: .seconds(60), jitter: 0.5, deadline: .seconds(600), errorsInRow: 3))
    try format.expect(
      RemoteUse(rule: rule),
      isStoredAs: "0101019003d604020201084c6f636174696f6e02042f75726c03032f69640401072f73746174"
        + "7573050104646f6e650866696e69736865640601062f6572726f720701072f6572726f727308"
        + "0201030d687474703a2f2f682f7b69647d032f696409010104504f5354020102072f63616e63"
        + "656c000a0104000201060003010800048080808080808080400578000680808080808080f03f"
        + "0701b009000806000000")
    try format.expect(
      RemoteRule(status: [], result: .inPoll(pointer: "/r")), isStoredAs: "0101940394030801022f7200"
    )
  }

  @Test func `an attempt`() throws {
    let attempt = Attempt(
      id: AttemptID(job: JobID(0), number: 0), hop: 1, method: .put, displayURL: "http://h/a",
      origin: Origin(scheme: "http", host: "h", port: 80),
      body: BodyIdentity(
        fingerprint: 5, files: [FileReference(path: "/f", size: 3, modified: 4, inode: 6)]),
      idempotencyKey: "k", started: Timestamp(milliseconds: 7))
    try format.expect(
      attempt,
      isStoredAs: "01020203505554030a687474703a2f2f682f610401046874747002016803a00100050e060101"
        + "0105020101022f6602060308040600000701016b00")
  }

  @Test func `raised events`() throws {
    try format.expect(
      RaisedEvent.Content.own(OwnEvent("e", fields: [OwnEvent.Field("a", "b")])),
      isStoredAs: "0101016502010101610201620000")
    let change = Event.CacheChange(method: .head, url: "http://h/")
    try format.expect(
      RaisedEvent.Content.cacheUpdated(change), isStoredAs: "020104484541440209687474703a2f2f682f00"
    )
    try format.expect(
      RaisedEvent.Content.cacheRenewed(change), isStoredAs: "030104484541440209687474703a2f2f682f00"
    )
    try format.expect(
      RaisedEvent.Content.cacheRemoved(change), isStoredAs: "040104484541440209687474703a2f2f682f00"
    )
  }

  @Test func `a redirect that is followed`() throws {
    let hop = RedirectHop(
      number: 2,
      request: PreparedRequest(
        method: .get, url: "http://h/a", origin: Origin(scheme: "http", host: "h", port: 80)),
      displayURL: "http://h/a")
    let stored =
      "00010402020a687474703a2f2f682f610501046874747002016803a0010000030a687474703a"
      + "2f2f682f6100"
    let written = try format.bytes { (w) throws(Failure) in try hop.write(to: &w) }
    #expect(written == stored)
    var reader = format.reader(stored)
    #expect(try RedirectHop(from: &reader) == hop)
    #expect(reader.isAtEnd)
  }

  @Test func `a response in the cache`() throws {
    let response = StoredResponse(
      id: CacheEntryID(3), displayURL: "http://h/", head: ResponseHead(status: 200),
      requested: Timestamp(milliseconds: 1), received: Timestamp(milliseconds: 2),
      storeFor: .seconds(3), selecting: [SelectingField(name: "accept", mark: [4, 5])],
      bodyLength: 6, job: JobID(7))
    let stored =
      "000202030404010600050101066163636570740202040500060c07010e00"
    let written = try format.bytes { (w) throws(Failure) in try response.write(to: &w) }
    #expect(written == stored)
    var reader = format.reader(stored)
    let read = try StoredResponse(
      from: &reader, id: CacheEntryID(3), displayURL: "http://h/")
    #expect(read == response)
    #expect(reader.isAtEnd)
  }
}
