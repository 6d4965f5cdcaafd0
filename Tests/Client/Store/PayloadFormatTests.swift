import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// The format on disk: a number or a default that changes turns one of these red.
struct PayloadFormatTests {
  private let format = StoredFormat()

  private static let request = PreparedRequest(
    method: .post, url: "http://h/a", origin: Origin(scheme: "http", host: "h", port: 80),
    headers: [HeaderField("A", "b")], body: .text("c"))

  @Test func `a request is stored as these bytes`() throws {
    try format.expect(
      Self.request,
      isStoredAs: "0104504f5354020a687474703a2f2f682f610501046874747002016803a00100070101410101"
        + "016208020101016300")
  }

  private static let options = TransportOptions(
    trust: TrustOptions(verification: .insecure),
    deadlines: Deadlines(connect: .seconds(1), firstByte: .seconds(60), idle: .seconds(30)),
    limits: TransferLimits(headerCount: 3), redirects: .stay,
    retry: RetryRule(attempts: 7, span: .seconds(300)), cookies: .off,
    cache: CacheRule(mode: .only), parsing: .forced("a/b"))

  @Test func `options are stored as these bytes`() throws {
    try format.expect(
      Self.options,
      isStoredAs: "01010100030102000004030600050106010e00070109010102000a03612f6200")
  }

  private static let result = AttemptResult(
    end: .responded, head: ResponseHead(status: 404, fields: [ResponseField("A", "b")]),
    body: .inline([1, 2]), timings: Timings(total: .milliseconds(5)),
    transfer: TransferCounts(responseBody: 2), source: .stale(age: .seconds(1)),
    verdicts: [AssertionVerdict("status 2xx", .failed(got: "404"))])

  @Test func `a result is stored as these bytes`() throws {
    let stored =
      "00020102a8060401014100016200040202010205050100808084fea6dee11100070404000904"
      + "02000d01010a737461747573203278780202033430340000"
    let written = try format.bytes { (w) throws(Failure) in
      try Self.result.write(to: &w, protection: .plain)
    }
    #expect(written == stored)
    var reader = format.reader(stored)
    #expect(try AttemptResult(from: &reader) == Self.result)
  }

  private static let detail = JobDetail(
    state: .held(.question(.largeBody(9))), seriesAttempts: 2,
    seriesStart: Timestamp(milliseconds: 5),
    check: CheckTally(held: 1, failed: 0),
    remote: RemoteJobState(address: "http://h/1", accepted: Timestamp(milliseconds: 6)))

  @Test func `what a job's row holds is stored as these bytes`() throws {
    try format.expect(
      Self.detail,
      isStoredAs: "0101030212020403010a0401010200050102000a687474703a2f2f682f31060c0000")
  }

  @Test func `a graph is stored as these bytes`() throws {
    let plan = GraphPlan(
      name: "g", onFailure: .continue,
      steps: [GraphStep(name: "a", work: .jq(".")), GraphStep(name: "b", work: .request("r"))])
    let graph = GraphRun(
      id: GraphID(0), plan: plan, workspace: "/w", created: Timestamp(milliseconds: 5),
      steps: [StepProgress(state: .done), StepProgress(state: .skipped(because: 0))])
    try format.expect(
      graph,
      isStoredAs: "010101670208636f6e74696e75650401020101610202012e0001016202010172000002022f77"
        + "050a060a0801020103000105000000")
  }

  @Test func `missing fields have their defaults`() throws {
    var reader = format.reader("00")
    #expect(try TransportOptions(from: &reader) == TransportOptions())
    reader = format.reader("00")
    #expect(try JobDetail(from: &reader) == JobDetail())
    // A request of an earlier version, with its method and URL alone.
    reader = format.reader("0209687474703a2f2f682f00")
    let request = try PreparedRequest(from: &reader)
    #expect(request == PreparedRequest(method: .get, url: "http://h/", origin: .blank))
  }

  @Test func `a field that this version does not know is refused`() throws {
    var later = format.reader("6300")
    let refusal = #expect(throws: Failure.self) { try PreparedRequest(from: &later) }
    #expect(refusal?.why.contains("a later version of Weir wrote it") == true)
    for stored in ["016300", "0a"] {
      var reader = format.reader(stored)
      #expect(throws: Failure.self) { try PreparedRequest(from: &reader) }
    }
  }
}
