import ClientModel
import ClientPipeline
import Testing

/// What the body of a success must be.
@Suite struct BodyOutcomeTests {
  private func outcome(_ form: OutcomeRule.Body, _ body: String, status: Int = 200) -> Outcome {
    OutcomeRule(body: form).outcome(
      of: ResponseHead(status: status), body: Array(body.utf8), length: ByteCount(body.utf8.count))
  }

  @Test(arguments: [
    ("", "empty"), (" \n", "empty"), ("<html>", "not JSON"), ("{\"a\": }", "not JSON"),
    ("[1,2]", "not an object"), ("7", "not an object"), ("\"text\"", "not an object"),
    ("null", "not an object"),
  ])
  func `where an object is required, anything else is a failure that says so`(
    body: String, words: String
  ) {
    guard case .serviceFailure(let stated) = outcome(.object, body) else {
      Issue.record("\(outcome(.object, body))")
      return
    }
    #expect(stated.reason?.contains(words) == true, "\(stated)")
  }

  @Test(arguments: ["{}", " {\"a\": [1]}\n"])
  func `an object passes`(body: String) { #expect(outcome(.object, body) == .success) }

  @Test(
    arguments: [
      ("application/json", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
      ("application/json", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
      // `{"a":"ü"}`
      (
        "application/json; charset=latin1",
        [0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xFC, 0x22, 0x7D]
      ),
    ] as [(String, [UInt8])])
  func `an object passes in the charset that it declares`(type: String, body: [UInt8]) {
    let head = ResponseHead(status: 200, fields: [ResponseField("Content-Type", type)])
    #expect(OutcomeRule(body: .object).outcome(of: head, body: body) == .success)
  }

  @Test func `JSON of any kind passes where JSON is required`() {
    for body in ["{}", "[1]", "7", "null"] { #expect(outcome(.json, body) == .success) }
    #expect(outcome(.json, "") != .success)
    #expect(outcome(.json, "<p>") != .success)
  }

  @Test func `nothing is required of the body without a word, of a 204, and of what is too large`()
  {
    #expect(outcome(.any, "<html>") == .success)
    #expect(outcome(.object, "", status: 204) == .success)
    let rule = OutcomeRule(body: .object)
    #expect(
      rule.outcome(of: ResponseHead(status: 200), body: [], length: .mebibytes(2)) == .success)
  }
}
