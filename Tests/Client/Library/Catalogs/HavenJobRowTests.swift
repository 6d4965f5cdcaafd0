import ClientCatalogs
import ClientCore
import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// How the responses of Haven OnDemand are read, jobs first, against its mock.
@Suite(.usesSystem(minutes: 6)) struct HavenJobRowTests {
  @Test
  func `H14 H15 H23 H28 a job's id comes first, its states are no errors, its result is last`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    try await haven.steer("jobs", #"{"states": ["queued", "in progress", "finished"]}"#)
    let end = try await haven.send(haven.form("analyzesentiment", ["text": "I love dogs"]))
    #expect(end.job.state == .succeeded)
    #expect(end.attempts.count == 4)
    #expect(end.bodies[0].contains(#""jobID":"job-1""#), "\(end.bodies[0])")
    #expect(end.job.remote?.id == "job-1")
    #expect(end.bodies[1].contains(#""status":"queued""#))
    #expect(end.bodies[2].contains(#""status":"in progress""#))
    #expect(end.root == "/actions/0/result")
    #expect(end.body?.contains(#""sentiment":"love""#) == true)
    let asked = try await haven.journal().requests
    #expect(asked.dropFirst().allSatisfy { $0.path == "/1/job/status/job-1" && $0.status == 200 })
    // Without a job the response is the content.
    let direct = try await haven.send(
      haven.form("analyzesentiment", ["text": "I love dogs", "mode": "sync"]))
    #expect(direct.attempts.count == 1 && direct.job.remote == nil && direct.root == "")
    #expect(direct.body?.hasPrefix(#"{"positive":[{"sentiment":"love""#) == true)
    await haven.bench.client.quit(.drain)
  }

  @Test
  func
    `H16 H19 H20 a status is returned at once, with the result when done, and a result is waited for`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    for _ in 0..<2 {
      // Submitted by hand: nobody asks for it.
      var draft = haven.draft(try haven.form("analyzesentiment", ["text": "I love dogs"]))
      draft.remote = nil
      _ = try await haven.bench.send(draft)
    }
    var seen: [String] = []
    for _ in 0..<3 {
      let status = try await haven.send(haven.form("job-status", ["jobID": "job-1"]))
      #expect(status.job.state == .succeeded)
      seen.append(status.body ?? "")
    }
    #expect(seen[0].contains(#""status":"queued""#) && !seen[0].contains("result"))
    #expect(seen[1].contains(#""status":"in progress""#) && !seen[1].contains("result"))
    #expect(seen[2].contains(#""result":{"positive":[{"sentiment":"love""#))
    let waited = try await haven.send(haven.form("job-result", ["jobID": "job-2"]))
    #expect(waited.body?.contains(#""result":{"positive":[{"sentiment":"love""#) == true)
    await haven.bench.client.quit(.drain)
  }

  @Test
  func `H17 H32 a failed job lists all its errors, and a new attempt begins without them`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    try await haven.steer(
      "jobs",
      #"""
      [{"states": ["queued", "failed"], "errors": [
         {"error": 5011, "reason": "Invalid file \"format\"", "detail": {"message": "odd"}},
         {"error": 5007, "reason": "Job took too long"}]},
       {"states": ["finished"]}]
      """#)
    let failed = try await haven.send(haven.form("analyzesentiment", ["text": "I love dogs"]))
    #expect(failed.failure?.kind == .serviceFailure)
    #expect(
      failed.failure?.errors == [
        ServiceError(
          code: "5011", reason: #"Invalid file "format""#, detail: #"{"message":"odd"}"#),
        ServiceError(code: "5007", reason: "Job took too long"),
      ])
    try await haven.bench.client.retry([failed.job.id])
    let again = try await haven.bench.end(of: failed.job.id)
    #expect(again.job.state == .succeeded && again.failure == nil)
    #expect(again.job.remote?.id == "job-2")
    // Without a job an error is one, too.
    let refused = try await haven.send(
      haven.form("identifylanguage", ["text": "hm", "mode": "sync"]))
    #expect(refused.failure?.kind == .serviceFailure)
    #expect(refused.why.contains("5004"), "\(refused.why)")
    await haven.bench.client.quit(.drain)
  }

  @Test func `T-H10 all actions of a batch are stored`() async throws {
    let haven = try await ServiceBench(.haven)
    let job = #"""
      {"actions": [
        {"name": "analyzesentiment", "version": "v1", "params": {"text": "I love dogs"}},
        {"name": "identifylanguage", "version": "v1", "params": {"text": "wo liegt das Buch"}}]}
      """#
    var form = try haven.form("batch")
    try form.give(.json(job), to: "job")
    let end = try await haven.send(form)
    #expect(end.job.state == .succeeded, "\(end.bodies)")
    #expect(end.root == "/actions")
    #expect(end.body?.contains(#""sentiment":"love""#) == true)
    #expect(end.body?.contains(#""language":"german""#) == true)
    await haven.bench.client.quit(.drain)
  }

  @Test func `T-H11 questions keep the distance that the state asks for, and a deadline ends them`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    try await haven.steer("jobs", #"{"states": ["queued", "queued", "in progress", "finished"]}"#)
    var poll = PollPolicy.brisk
    poll.queued = .milliseconds(150)
    poll.running = .milliseconds(80)
    let form = try haven.form("analyzesentiment", ["text": "I love dogs"])
    let end = try await haven.send(form, poll: poll)
    #expect(end.job.state == .succeeded && end.attempts.count == 5)
    let times = try await haven.journal().requests.map(\.arrived)
    let waits = zip(times.dropFirst(), times).map { $0 - $1 }
    // To a millisecond: the journal's clock is another one.
    for (wait, least) in zip(waits, [19.0, 149, 149, 79]) { #expect(wait >= least, "\(waits)") }
    poll.deadline = .milliseconds(200)
    poll.queued = .milliseconds(90)
    let words = Array(repeating: #""queued""#, count: 50).joined(separator: ", ")
    try await haven.steer("jobs", #"{"states": [\#(words)]}"#)
    let late = try await haven.send(form, poll: poll)
    guard case .interrupted(let knowledge) = late.job.state else {
      Issue.record("\(late.job.state)")
      return
    }
    #expect("\(knowledge)".contains("deadline"))
    #expect(late.attempts.count < 8)
    await haven.bench.client.quit(.drain)
  }

  /// What a user's program makes of the three responses with a view.
  private struct Entity: Decodable {
    struct Component: Decodable { let originalText: String }
    struct More: Decodable {
      var personProfession: [String]?
      var wikidataId: Int?
      var placePopulation: Int?
    }
    let originalText: String
    let type: String
    let additionalInformation: More
    let components: [Component]
  }
  private struct Entities: Decodable { let entities: [Entity] }
  private struct Finding: Decodable {
    let sentiment: String
    let topic: String
    let score: Double
    let originalLength: Int
  }
  private struct Aggregate: Decodable {
    let sentiment: String
    let score: Double
  }
  private struct Sentiment: Decodable {
    let positive: [Finding]
    let negative: [Finding]
    let aggregate: Aggregate
  }
  private struct Block: Decodable {
    let text: String
    let top: Int
    let left: Int
  }
  private struct Picture: Decodable { let textBlock: [Block] }

  @Test
  func `H33 a response is complete for types of one's own`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    func response<T: Decodable>(
      _ type: T.Type, _ endpoint: String, _ given: KeyValuePairs<String, String>
    ) async throws -> T {
      let form = try haven.form(endpoint, given)
      let body = try await haven.send(form).body ?? ""
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(T.self, from: Data(body.utf8))
    }
    let feeling = try await response(
      Sentiment.self, "analyzesentiment", ["mode": "sync", "text": "I love dogs and hate rain"])
    #expect(feeling.positive.map(\.topic) == ["dogs"] && feeling.negative.map(\.topic) == ["rain"])
    #expect(feeling.aggregate.score == 0)
    let picture = try await response(
      Picture.self, "ocrdocument-get", ["mode": "sync", "url": "http://a.test"])
    #expect(picture.textBlock.allSatisfy { !$0.text.isEmpty && $0.left == 12 })
    let found = try await response(
      Entities.self, "extractentities-get",
      [
        "mode": "sync", "url": "http://a.test", "entity_type": "people_eng",
        "entity_type": "places_eng",
      ])
    let ada = try #require(found.entities.first { $0.originalText == "Ada Lovelace" })
    #expect(ada.components.map(\.originalText) == ["Ada", "Lovelace"])
    #expect(ada.additionalInformation.personProfession == ["engineer"])
    #expect(found.entities.contains { $0.additionalInformation.placePopulation != nil })
    await haven.bench.client.quit(.drain)
  }
}
