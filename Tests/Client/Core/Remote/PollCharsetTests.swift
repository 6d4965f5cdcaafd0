import ClientCore
import ClientModel
import Testing

/// Responses to polls in other charsets than UTF-8.
@Suite struct PollCharsetTests {
  private static let text = #"{"status":"geprüft"}"#

  @Test(
    arguments: [
      ("application/json", [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
      (
        "application/json",
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      ),
      ("application/json; charset=ISO-8859-1", text.unicodeScalars.map { UInt8($0.value) }),
    ] as [(String, [UInt8])])
  func `the word of a poll is read in the charset that the response declares`(
    type: String, body: [UInt8]
  ) {
    var random = SeededRandom(1)
    let now = Timestamp(milliseconds: 0)
    var rule = RemoteRule(status: [.template("/job/{id}", id: "/jobID")], word: ["/status"])
    rule.words = ["geprüft": .finished]
    var job = RemoteJob(
      rule, at: RemoteJobState(address: "https://a.example/job/1", accepted: now))
    let response = RemoteResponse(
      head: ResponseHead(status: 200, fields: [ResponseField("Content-Type", type)]), body: body,
      url: "https://a.example/job/1")
    let move = job.responded(response, at: now, random: &random)
    guard case .finished = move else {
      Issue.record("\(move)")
      return
    }
  }
}
