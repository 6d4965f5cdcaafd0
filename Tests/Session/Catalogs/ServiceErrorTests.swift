import Foundation
import TestSupport
import TestTraits
import Testing

/// What a service says of a failure, and what its catalog says of a status: on the command line and in JSON.
@Suite(.serialized, .usesSystem(minutes: 5)) struct ServiceErrorTests {
  /// The statuses of the client of Oxford Dictionaries, and the first words that its catalog has for each.
  private static let statuses = [
    (200, "The entries of the word."), (400, "The request is not understood"),
    (403, "The credentials are not accepted"), (404, "There is no such entry"),
    (500, "An internal error of the service."),
    (502, "The service is down or is being upgraded."),
    (503, "The service is up but overloaded"),
    (504, "The service is up, but a part of it failed"),
    (505, "A status that the service does not document."),
  ]

  private struct Shown: Decodable {
    struct Response: Decodable {
      let status: Int
      let meaning: String?
    }
    struct Failed: Decodable {
      struct Stated: Decodable, Equatable {
        struct Detail: Decodable, Equatable { let message: String }
        let code: String?
        let reason: String?
        let detail: Detail?
      }
      let why: String
      let errors: [Stated]?
    }
    let response: Response?
    let error: Failed?
  }

  private func json(_ home: WeirHome, _ words: String...) throws -> Shown {
    let output = try home.run(words + ["--format", "json"]).output
    return try JSONDecoder().decode(Shown.self, from: Data(output.utf8))
  }

  @Test func `O7 the catalog's words for each status come first, in print and in JSON`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.oxfordOne)
      for (status, words) in Self.statuses {
        if status != 200 {
          try rig.steer(
            "faults",
            #"{"route": "/api/*", "fault": "status", "status": \#(status), "body": "{}"}"#)
        }
        let added = try rig.home.run(
          ["queue", "add", "--retry", "1"] + rig.words("entries", ["word_id=ace"]))
        let id = try #require(added.lines.first)
        #expect(try rig.home.run("queue", "run", "--until-idle").code != nil)
        let shown = try rig.home.run("show", id)
        #expect(shown.errorOutput.hasPrefix("\(status): \(words)"), "\(shown.errorOutput)")
        // Beside a body alone, a success needs no words.
        let body = try rig.home.run("show", id, "--body").errorOutput
        #expect(body.hasPrefix(status == 200 ? "" : "\(status): \(words)"), "\(body)")
        #expect(!(status == 200 && body.contains(words)))
        let record = try json(rig.home, "show", id)
        #expect(record.response?.status == status)
        #expect(record.response?.meaning?.hasPrefix(words) == true, "\(status)")
      }
      let sent = try rig.send("entries", "word_id=no such word")
      #expect(sent.errorOutput.hasPrefix("404: There is no such entry"), "\(sent.errorOutput)")
      // Without a catalog a status stands for itself.
      let plain = try rig.home.run("send", "\(rig.server.url)/nothing", "--format", "json")
      #expect(!plain.output.contains("meaning"))
    }
  }

  @Test func `H27 each error of a job is an entry of a list, with its code, reason and detail`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      try rig.steer(
        "jobs",
        #"""
        {"states": ["failed"], "errors": [
          {"error": 5011, "reason": "Invalid file format", "detail": {"message": "odd"}},
          {"error": 5007, "reason": "Job took too long"}]}
        """#)
      let failed = try rig.send("analyzesentiment", "text=x", "--check")
      #expect(failed.code != 0)
      // Each on a line of its own, not in one sentence.
      #expect(
        failed.errorOutput.split(separator: "\n").suffix(3).dropLast().map(String.init) == [
          #"  5011: Invalid file format: {"message":"odd"}"#, "  5007: Job took too long",
        ], "\(failed.errorOutput)")
      let error = try #require(try json(rig.home, "show", "2").error)
      #expect(
        error.errors == [
          .init(code: "5011", reason: "Invalid file format", detail: .init(message: "odd")),
          .init(code: "5007", reason: "Job took too long", detail: nil),
        ])
      #expect(!error.why.contains("5007"), "\(error.why)")
      // A single error is in the sentence, and a list of one.
      let refused = try rig.send("identifylanguage", "mode=sync", "text=hm", "--check")
      let sentence = "5004: Could not process the job"
      #expect(refused.errorOutput.components(separatedBy: sentence).count == 2)
      #expect(try json(rig.home, "show", "3").error?.errors?.map(\.code) == ["5004"])
    }
  }
}
