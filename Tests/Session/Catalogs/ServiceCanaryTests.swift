import Foundation
import TestSupport
import TestTraits
import Testing

/// Keys of services, given to their endpoints, stand nowhere in clear (T-H2).
@Suite(.serialized, .usesSystem(minutes: 5)) struct ServiceCanaryTests {
  @Test func `T-H2 keys of catalogs' services are sent, and shown, stored and exported nowhere`()
    async throws
  {
    try await onOwnThread {
      let server = try AnsweringServer { request in
        request.target.contains("/job/status/")
          ? AnsweringServer.response(200, #"{"status": "finished", "actions": [{"result": {}}]}"#)
          : AnsweringServer.response(200, #"{"jobID": "7"}"#)
      }
      let home = try WeirHome()
      var search = SecretSearch()
      var outputs: [(String, String)] = []
      func run(_ words: [String], _ environment: [String: String] = [:]) throws {
        let all = environment.merging(["WEIR_LOG": "debug"]) { $1 }
        let done = try home.run(words, environment: all)
        outputs.append((words.prefix(3).joined(separator: " "), done.output + done.errorOutput))
      }
      let places: [(String, [String], String)] = [
        ("haven#analyzesentiment", ["text=x"], "apikey"),
        ("haven#analyzesentiment-get", ["text=x"], "apikey"),
        ("oxford-v1#entries", ["word_id=ace"], "app_key"),
      ]
      for (endpoint, items, key) in places {
        for way in [["send", "-v"], ["send", "--format", "json"], ["queue", "add"]] {
          for isReference in [false, true] {
            let secret = search.secret("\(endpoint) \(way) \(isReference)")
            let given = "\(key)=\(isReference ? "env:WEIR_CANARY" : secret)"
            try run(
              way + ["--endpoint", endpoint, "server=\(server.url)"] + items + [given],
              isReference ? ["WEIR_CANARY": secret] : [:])
          }
        }
      }
      let late = search.secret("the queue's")
      try run(["queue", "run", "--until-idle"], ["WEIR_CANARY": late])
      // They must have left, or not finding them says nothing.
      let sent = server.requests.map { String(decoding: $0.raw, as: UTF8.self) }.joined()
      for secret in search.secrets where !secret.label.contains("queue\", \"add\"] true") {
        #expect(sent.contains(secret.text), "\(secret.label) never reached the server")
      }
      // A key is in the form of each poll, and in no address of a POST; after a GET it is in the query.
      let polls = server.requests.filter { $0.target.contains("/job/status/") }
      #expect(!polls.isEmpty && polls.allSatisfy { $0.path == "/1/job/status/7" })
      #expect(
        polls.allSatisfy { poll in
          poll.method == "GET"
            ? poll.query("apikey") != nil
            : poll.target == poll.path
              && String(decoding: poll.raw, as: UTF8.self).contains("name=\"apikey\"\r\n")
        })
      #expect(!server.lines.contains { $0.hasPrefix("POST") && $0.contains("apikey") })
      let jobs = try home.jobs()
      #expect(jobs.count == 18)
      for words in [
        "queue list", "queue list --format json", "history", "history --format json",
        "queue export", "doctor",
      ] { try run(words.split(separator: " ").map(String.init)) }
      for (number, job) in jobs.enumerated() {
        let form = [["--curl"], ["--format", "json"], [], ["--headers"]][number % 4]
        try run(["show", "\(job.id)"] + form)
      }
      for (label, output) in outputs { search.look(at: output, "output of \(label)") }
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
    }
  }
}
