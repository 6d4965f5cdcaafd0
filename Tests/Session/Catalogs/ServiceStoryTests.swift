import Foundation
import TestSupport
import TestTraits
import Testing

/// Services called from the command line by the endpoints of their catalogs.
@Suite(.serialized, .usesSystem(minutes: 5)) struct ServiceStoryTests {
  @Test func `H35 entities of a page are asked for by GET, and a picture is read as a job`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      let found = try rig.send(
        "extractentities-get", "mode=sync", "url=http://www.cnn.com", "entity_type=people_eng",
        "entity_type=places_eng", "unique_entities=true", "--check")
      #expect(found.code == 0, "\(found.errorOutput)")
      #expect(found.output.contains("Ada Lovelace") && found.output.contains("London"))

      try rig.steer("jobs", #"{"states": ["queued", "finished"]}"#)
      let picture = rig.home.workingFolder + "/scan.jpg"
      try Data("Hold back\nthe water".utf8).write(to: URL(fileURLWithPath: picture))
      // A path without a slash, from where the program runs.
      let read = try rig.send(
        "ocrdocument", "file@scan.jpg", "body.mode=document_photo", "--check", "--format", "json")
      #expect(read.code == 0, "\(read.errorOutput)")
      #expect(read.output.contains("the water") && read.output.contains("job-1"))
      #expect(
        try rig.asked() == [
          "GET /1/api/sync/extractentities/v1?url=http%3A%2F%2Fwww.cnn.com&entity_type=people_eng"
            + "&entity_type=places_eng&unique_entities=true",
          "POST /1/api/async/ocrdocument/v1", "POST /1/job/status/job-1",
          "POST /1/job/status/job-1",
        ])
      let journal = try rig.home.run("send", "\(rig.server.url)/__mock/journal").output
      #expect(journal.contains("document_photo") && journal.contains("scan.jpg"))
    }
  }

  @Test func `H3 H9 H12 what Weir sends as multipart stands before a strict reader`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      let path = rig.home.workingFolder + "/the \"page\".txt"
      try Data("one line\r\n--\r\nanother".utf8).write(to: URL(fileURLWithPath: path))
      let response = try rig.home.run(
        "send", "--multipart", "POST", "\(rig.server.url)/1/api/sync/ocrdocument/v1",
        "apikey=weir-mock-key", "mode=document_photo", "file@\(path)", "--check")
      #expect(response.code == 0, "\(response.output)\(response.errorOutput)")
      #expect(response.output.contains("another"))
      let body = try #require(try rig.bodies().first)
      #expect(body.contains("%22page%22.txt") && body.contains("text/plain"), "\(body)")
    }
  }

  @Test func `H6 H8 repeated fields and booleans as texts arrive as they are typed`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      let response = try rig.home.run(
        "send", "\(rig.server.url)/1/api/sync/extractentities/v1", "apikey==weir-mock-key",
        "url==http://a.example", "url==http://b.example", "entity_type==people_eng",
        "entity_type==places_eng", "unique_entities==true", "--check")
      #expect(response.code == 0, "\(response.output)")
      #expect(
        try rig.asked() == [
          "GET /1/api/sync/extractentities/v1?url=http%3A%2F%2Fa.example"
            + "&url=http%3A%2F%2Fb.example&entity_type=people_eng&entity_type=places_eng"
            + "&unique_entities=true"
        ])
    }
  }

  @Test
  func `H10 a file where there is no body is refused with its name, and what follows goes on`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      try rig.home.folder.write("work/a.png", "picture")
      let refused = try rig.send("ocrdocument-get", "mode=sync", "file@a.png")
      #expect(refused.code == 2)
      #expect(refused.errorOutput.contains("`file`"), "\(refused.errorOutput)")
      #expect(try rig.asked() == [])
      // Followed to the letter, the advice sends the file; so does that for a name without a file.
      for wrong in ["file@a.png", "file=a.png"] {
        let refused = try rig.send("ocrdocument-get", "mode=sync", wrong)
        let advice = try #require(
          refused.errorOutput.firstMatch(of: /Write `--endpoint haven#(\S+) (\S+)PATH`, and/),
          "\(refused.errorOutput)")
        let (endpoint, item) = (String(advice.1), String(advice.2) + "a.png")
        #expect(try rig.send(endpoint, "mode=sync", item, "--check").code == 0)
      }
      #expect(
        try rig.asked() == [
          "POST /1/api/sync/ocrdocument/v1", "POST /1/api/sync/ocrdocument/v1",
        ])
    }
  }

  /// What `send --format json` says of a response that means no.
  private struct Reported: Decodable {
    struct Outcome: Decodable {
      let kind: String
      let code: String?
      let reason: String?
      let detail: Detail?
    }

    /// A text, or an object as the service sent it.
    enum Detail: Decodable, Equatable {
      case text(String)
      case object(message: String?)

      private struct Object: Decodable { let message: String? }

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
          self = .text(try value.decode(String.self))
        } catch DecodingError.typeMismatch {
          self = .object(message: try value.decode(Object.self).message)
        }
      }
    }
    let outcome: Outcome?
  }

  private func reported(_ rig: ServiceRig, _ endpoint: String, _ items: String...) throws -> (
    String, Reported.Outcome?
  ) {
    let sent = try rig.home.run(
      ["send", "--check", "--format", "json"] + rig.words(endpoint, items))
    #expect(sent.code != 0, "\(sent.output)")
    let record = try JSONDecoder().decode(Reported.self, from: Data(sent.output.utf8))
    return (sent.output + sent.errorOutput, record.outcome)
  }

  @Test func `T-H9 each shape of error shows its code, its reason and its detail, text or object`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      // Plain, the detail an object; and a text.
      let plain = #"""
        {\"error\": 4015, \"reason\": \"Missing required parameter(s)\", \"detail\": {\"message\": \"Exactly one\", \"params\": [\"text\"]}}
        """#
      try rig.steer(
        "faults",
        #"""
        [{"route": "/1/api/*", "fault": "status", "status": 400,
          "headers": {"Content-Type": "application/json"}, "body": "\#(plain)"},
         {"route": "/1/api/*", "fault": "status", "status": 403,
          "headers": {"Content-Type": "application/json"},
          "body": "{\"error\": 2010, \"reason\": \"A quota has been violated\", \"detail\": \"Over quota\"}"}]
        """#)
      let (_, object) = try reported(rig, "analyzesentiment", "mode=sync", "text=x")
      #expect(object?.code == "4015" && object?.reason == "Missing required parameter(s)")
      #expect(object?.detail == .object(message: "Exactly one"))
      let (_, text) = try reported(rig, "analyzesentiment", "mode=sync", "text=x")
      #expect(text?.code == "2010" && text?.detail == .text("Over quota"))
      // A key that is not known: the code stands within the detail.
      let wrong = try rig.home.run(
        "send", "--check", "--format", "json", "--endpoint", "haven#analyzesentiment",
        "port=\(rig.server.port)", "apikey=other-key", "mode=sync", "text=x")
      #expect(wrong.code != 0, "\(wrong.errorOutput)")
      let key = try JSONDecoder().decode(Reported.self, from: Data(wrong.output.utf8)).outcome
      #expect(key?.code == "2002" && key?.reason == "Unknown API key", "\(wrong.output)")
      // A failed job has its errors in its actions.
      try rig.steer(
        "jobs",
        #"""
        {"states": ["failed"], "errors": [
          {"error": 5011, "reason": "Invalid format", "detail": {"message": "odd"}}]}
        """#)
      let (words, _) = try reported(rig, "analyzesentiment", "text=x")
      #expect(words.contains("5011") && words.contains("Invalid format") && words.contains("odd"))
    }
  }

  @Test func `H30 no body, no JSON and no object are distinguished, and the response is stored`()
    async throws
  {
    try await onOwnThread {
      let bodies = ["nothing": "", "page": "<html>", "list": "[1,2]", "number": "7"]
      let reasons = [
        "nothing": "is empty", "page": "is not JSON", "list": "not an object",
        "number": "not an object",
      ]
      let server = try AnsweringServer { request in
        let text = String(decoding: request.raw, as: UTF8.self)
        return AnsweringServer.response(200, bodies.first { text.contains($0.key) }?.value ?? "{}")
      }
      let home = try WeirHome.with(
        gateways: """
          gateways: {api: {url: "\(server.url)"}}
          """)
      for (number, word) in ["nothing", "page", "list", "number", "object"].enumerated() {
        let sent = try home.run(
          "send", "--check", "--gateway", "api", "--endpoint", "haven#analyzesentiment",
          "mode=sync", "text=\(word)")
        #expect(sent.code == (word == "object" ? 0 : 1), "\(word): \(sent.errorOutput)")
        if let reason = reasons[word] {
          #expect(sent.errorOutput.contains(reason), "\(word): \(sent.errorOutput)")
        }
        let stored = try home.run("show", "\(number + 1)", "--body").output
        #expect(stored.hasPrefix(bodies[word] ?? "{}"))
      }
      #expect(server.lines.allSatisfy { $0 == "POST /1/api/sync/analyzesentiment/v1" })
    }
  }

  @Test func `O14 every problem of a call is reported at once, unknown fields among them`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.oxfordOne)
      let refused = try rig.send(
        "ngrams", "limit=many", "wordz=x", "format=csv", "collation:=[1", "min:=", "http://a")
      #expect(refused.code == 2)
      for words in [
        "has no field `wordz`", "limit: `limit` cannot be sent", "format: `format` cannot be sent",
        "has no field `collation`", "`http://a` is not an item", "has no field `min`",
        "tokens", "`weir catalog oxford-v1#ngrams` lists its fields.",
      ] { #expect(refused.errorOutput.contains(words), "\(words): \(refused.errorOutput)") }
      // One problem alone is reported in full, with the fields that there are.
      let one = try rig.send("ngrams", "ngram_size=2", "tokens=a", "tokenz=b")
      #expect(one.errorOutput.contains("Its fields are: "), "\(one.errorOutput)")
      #expect(one.errorOutput.contains("Did you mean `tokens`?"))
      // A value that was refused is not reported as missing, too.
      let haven = try ServiceRig(.haven)
      let twice = try haven.send("batch", "job:={", "mode=x")
      #expect(twice.errorOutput.contains("The value of `job`"), "\(twice.errorOutput)")
      #expect(!twice.errorOutput.contains("`job` is missing"))
      #expect(try rig.asked() == [] && haven.asked() == [])
    }
  }

  @Test
  func `T-O6 a misspelt word is answered with the right one, and a hostile text arrives complete`()
    async throws
  {
    try await onOwnThread {
      let rig = try ServiceRig(.oxfordOne)
      for (filter, wrong, right) in [
        ("domains", "forestr", "forestry"), ("domains", "greek_histroy", "greek_history"),
        ("domains", "medieval_histor", "medieval_history"), ("domains", "potter", "pottery"),
        ("domains", "veterinar", "veterinary"), ("registers", "pseuodo_archaic", "pseudo_archaic"),
      ] {
        let refused = try rig.send("entries", "word_id=ace", "\(filter)=\(wrong)")
        #expect(refused.code == 2)
        #expect(refused.errorOutput.contains("Did you mean `\(right)`?"))
      }
      #expect(try rig.asked() == [])
      let sent = try rig.send("search", "q=a+b&c=d;e,f/g e", "--check")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(
        try rig.asked() == ["GET /api/v1/search/en?q=a%2Bb%26c%3Dd%3Be%2Cf%2Fg%20e"])
    }
  }
}
