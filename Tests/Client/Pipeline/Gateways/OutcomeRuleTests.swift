import ClientModel
import ClientPipeline
import Testing

struct OutcomeRuleTests {
  private static let envelope = OutcomeRule(
    success: [
      OutcomeClause(
        statuses: [200...299], values: [ValueTest("/status", .oneOf(["0", "ok"]))])
    ],
    code: ["/error/code", "/status"], reason: ["/error/message"], detail: ["/error/detail"])

  private func outcome(
    _ rule: OutcomeRule, _ status: Int, _ body: String = "", _ fields: [ResponseField] = []
  ) -> Outcome {
    rule.outcome(of: ResponseHead(status: status, fields: fields), body: Array(body.utf8))
  }

  @Test(arguments: [200, 201, 202, 204, 206, 304, 399])
  func `T-R4 R42 without clauses every status below 400 is a success`(status: Int) {
    #expect(outcome(OutcomeRule(), status) == .success)
  }

  @Test(arguments: [400, 404, 500, 503, 599])
  func `R42 without clauses an error status is a service failure`(status: Int) {
    #expect(outcome(OutcomeRule(), status) == .serviceFailure(ServiceError()))
  }

  @Test func `B8 a status and a value decide together`() {
    #expect(outcome(Self.envelope, 200, #"{"status": 0}"#) == .success)
    #expect(outcome(Self.envelope, 200, #"{"status": "ok"}"#) == .success)
    #expect(
      outcome(
        Self.envelope, 200,
        #"{"status": 17, "error": {"message": "Quota \"all\" used", "detail": [1, 2]}}"#)
        == .serviceFailure(
          ServiceError(code: "17", reason: #"Quota "all" used"#, detail: "[1, 2]")))
    #expect(
      outcome(Self.envelope, 500, #"{"status": 0}"#)
        == .serviceFailure(ServiceError(code: "0")))
  }

  @Test func `a value that only contains the code and the reason is no detail`() {
    let rule = OutcomeRule(
      code: ["/error", "/detail/error"], reason: ["/reason", "/detail/reason"], detail: ["/detail"])
    #expect(
      outcome(rule, 400, #"{"detail": {"error": 2001, "reason": "Invalid key"}}"#)
        == .serviceFailure(ServiceError(code: "2001", reason: "Invalid key")))
    #expect(
      outcome(rule, 400, #"{"error": 4005, "detail": {"text": "missing"}}"#)
        == .serviceFailure(ServiceError(code: "4005", detail: #"{"text": "missing"}"#)))
  }

  @Test func `T-B7 a value that is not there is a failure that names its place`() {
    #expect(
      outcome(Self.envelope, 200, "<html>")
        == .serviceFailure(ServiceError(reason: "The response has no value at /status.")))
  }

  @Test func `a failure without words of the service says which condition failed`() {
    func reason(_ rule: OutcomeRule, _ body: String = "{}", _ fields: [ResponseField] = [])
      -> String?
    { outcome(rule, 200, body, fields).serviceError?.reason }
    let header = OutcomeRule(
      success: [
        OutcomeClause(statuses: [200...299], headers: [ValueTest("X-Ok", .oneOf(["yes"]))])
      ])
    #expect(reason(header) == "The response has no header X-Ok.")
    let other = reason(header, "{}", [ResponseField("x-ok", "s3cret")])
    #expect(other == "The response's header X-Ok has another value.")
    #expect(reason(Self.envelope, #"{"status": 0}"#) == nil)
    let value = OutcomeRule(success: [OutcomeClause(values: [ValueTest("/a", .oneOf(["0"]))])])
    #expect(reason(value, #"{"a": 7}"#) == "The response has `7` at /a.")
    let failing = OutcomeRule(failure: [OutcomeClause(values: [ValueTest("/data", .absent)])])
    #expect(reason(failing) == "The response has no value at /data.")
  }

  @Test func `B8 a header decides, whatever its case`() {
    let rule = OutcomeRule(
      failure: [OutcomeClause(headers: [ValueTest("X-Error", .present)])],
      success: [OutcomeClause(statuses: [0...999])])
    #expect(outcome(rule, 200, "", [ResponseField("x-error", "1")]) != .success)
    #expect(outcome(rule, 500) == .success)
  }

  @Test func `B1 an expired token and a forced update are distinguished from failures`() {
    let rule = OutcomeRule(
      authentication: [
        OutcomeClause(statuses: [401...401]),
        OutcomeClause(values: [ValueTest("/code", .oneOf(["token_expired"]))]),
      ],
      upgrade: [OutcomeClause(headers: [ValueTest("X-Minimum-Version", .present)])],
      code: ["/code"])
    #expect(outcome(rule, 401) == .needsAuthentication(ServiceError()))
    #expect(
      outcome(rule, 200, #"{"code": "token_expired"}"#)
        == .needsAuthentication(ServiceError(code: "token_expired")))
    #expect(
      outcome(rule, 200, "", [ResponseField("X-Minimum-Version", "3")])
        == .upgradeRequired(ServiceError()))
    #expect(outcome(OutcomeRule(), 426) == .upgradeRequired(ServiceError()))
  }

  @Test func `a clause without tests holds for nothing and absence can be asked for`() {
    #expect(outcome(OutcomeRule(failure: [OutcomeClause()]), 200) == .success)
    let rule = OutcomeRule(success: [OutcomeClause(values: [ValueTest("/error", .absent)])])
    #expect(outcome(rule, 200, #"{"a": 1}"#) == .success)
    #expect(outcome(rule, 200, #"{"error": null}"#) != .success)
  }

  private static func failing(_ message: [UInt8]) -> [UInt8] {
    Array(#"{"status": 17, "error": {"message": ""#.utf8) + message + Array(#""}}"#.utf8)
  }

  private static func wide(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  @Test(
    arguments: [
      ("application/json; charset=windows-1253", failing([0xC1, 0xC8]), "ΑΘ"),
      ("application/json; charset=Shift_JIS", failing([0x95, 0x5C]), "表"),
      ("application/json; charset=gb18030", failing([0x95, 0x34, 0xB2, 0x35]), "𠮷"),
      ("application/json", [0xEF, 0xBB, 0xBF] + failing(Array("ü".utf8)), "ü"),
      (
        "application/json",
        [0xFE, 0xFF] + wide(#"{"status": 17, "error": {"message": "ü"}}"#), "ü"
      ),
      (
        "application/json; charset=utf-16be",
        wide(#"{"status": 17, "error": {"message": "☃"}}"#), "☃"
      ),
    ] as [(String, [UInt8], String)])
  func `a rule reads the body in the charset that it declares`(
    type: String, body: [UInt8], reason: String
  ) {
    let head = ResponseHead(status: 200, fields: [ResponseField("Content-Type", type)])
    #expect(
      Self.envelope.outcome(of: head, body: body)
        == .serviceFailure(ServiceError(code: "17", reason: reason)))
  }

  @Test func `a body over a mebibyte is not looked into`() {
    let body = #"{"status": 0, "pad": ""# + String(repeating: "x", count: 1 << 20) + "\"}"
    #expect(outcome(Self.envelope, 200, body) != .success)
  }
}
