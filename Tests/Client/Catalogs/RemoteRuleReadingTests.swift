import ClientModel
import ClientYAML
import Testing

@testable import ClientCatalogs

@Suite struct RemoteRuleReadingTests {
  private func rule(_ text: String) throws -> RemoteRule {
    try RemoteRule.read(YAMLDocument.parse(text, file: "job.yaml"))
  }

  @Test func `every part of a rule is read`() throws {
    let rule = try rule(
      """
      accepted: [202, 200-201]
      id: /jobID
      status: [Operation-Location, /links/self, {template: "/jobs/{id}", id: /jobID}]
      word: [/status, /done]
      words: {Queued: queued, in progress: running, "true": finished, gone: cancelled, bad: failed}
      errors: /error
      result: {at: [{header: Location}, /result]}
      cancel: {method: POST, at: {template: "/jobs/{id}/stop", id: /jobID}}
      poll: {first: 500 ms, queued: 2, running: 0.5, factor: 2, longest: 5 min, jitter: 0, deadline: 14 d, errors-in-row: 3}
      """)
    #expect(
      rule
        == RemoteRule(
          accepted: [202...202, 200...201],
          status: [
            .header("Operation-Location"), .pointer("/links/self"),
            .template("/jobs/{id}", id: "/jobID"),
          ],
          id: "/jobID", word: ["/status", "/done"],
          words: [
            "Queued": .queued, "in progress": .running, "true": .finished, "gone": .cancelled,
            "bad": .failed,
          ],
          errors: ["/error"], result: .at([.header("Location"), .pointer("/result")]),
          cancel: RemoteRule.Cancel(
            method: .post, address: [.template("/jobs/{id}/stop", id: "/jobID")]),
          poll: PollPolicy(
            first: .milliseconds(500), queued: .seconds(2), running: .milliseconds(500),
            factor: 2, longest: .seconds(300), jitter: 0, deadline: .seconds(14 * 86400),
            errorsInRow: 3)))
  }

  @Test func `what is not said is as by default`() throws {
    #expect(try rule("status: Location") == RemoteRule(status: [.header("Location")]))
  }

  @Test func `what is written reads as the same rule`() throws {
    let rules = [
      RemoteRule(status: [.header("Location")]),
      RemoteRule(
        accepted: [200...299], status: [.pointer(""), .template("/a/{id}", id: "/b~1c")],
        id: "/x", word: ["/w"], words: ["no": .failed, "yes": .finished], errors: ["/e", "/f"],
        result: .inPoll(pointer: "/r"), cancel: RemoteRule.Cancel(method: .delete),
        poll: PollPolicy(
          first: .milliseconds(1500), queued: .seconds(3), running: .seconds(4), factor: 1,
          longest: .seconds(9), jitter: 0.5, deadline: .seconds(3600), errorsInRow: 2)),
      RemoteRule(
        status: [.header("Location")], result: .at([.pointer("/r")]),
        cancel: RemoteRule.Cancel(method: .post, address: [.header("X-Stop")])),
    ]
    for rule in rules {
      #expect(try self.rule(rule.yaml.document) == rule, "\(rule.yaml.document)")
    }
  }

  @Test(arguments: [
    ("word: /a", "job.yaml:1:1", "The key `status` is missing."),
    ("status: Location\nwrods: {}", "job.yaml:2:1", "The key `wrods` is not known here."),
    ("status: Location\nwords: {a: done}", "job.yaml:2:12", "`done` is not a valid value here."),
    ("status: not a header", "job.yaml:1:9", "is neither a header name nor a JSON Pointer."),
    ("status: {template: /jobs}", "job.yaml:1:20", "The address has no `{id}`."),
    ("status: []", "job.yaml:1:9", "The list of addresses is empty."),
    ("status: Location\npoll: {first: soon}", "job.yaml:2:15", "`soon` is not a time."),
    ("status: Location\npoll: {factor: 0}", "job.yaml:2:16", "0.0 is not a factor from 1 to 100."),
    ("status: Location\nword: a", "job.yaml:2:7", "`a` is not a JSON Pointer."),
  ])
  func `what is wrong is said with its place`(text: String, place: String, why: String) throws {
    let problem = #expect(throws: YAMLProblem.self) { try rule(text) }
    #expect(problem?.place.description == place)
    #expect(problem?.why.hasSuffix(why) == true, "\(problem?.why ?? "")")
    #expect(problem?.whatToDo.isEmpty == false)
  }
}
