import Testing

@testable import StandInServices

@Suite struct HavenJobTests {
  private static func words(_ service: inout HavenService, _ id: String, _ polls: Int) -> [String] {
    (0..<polls).map { _ in service.get("/1/job/status/\(id)").json["status"]?.string ?? "none" }
  }

  @Test func `H14 a job's submit answers with its id, counted from one`() {
    var service = HavenService()
    let ids = (0..<2).map { _ in
      service.get("/1/api/async/identifylanguage/v1", "text=the+river+is+wide").json
    }
    #expect(ids == [["jobID": "job-1"], ["jobID": "job-2"]])
  }

  @Test func `H19 a finished job's status is its result, before that it is a word`() {
    var service = HavenService()
    _ = service.get("/1/api/async/identifylanguage/v1", "text=the+river+is+wide")
    #expect(Self.words(&service, "job-1", 2) == ["queued", "in progress"])
    let last = service.get("/1/job/status/job-1").json
    #expect(last["status"] == "finished")
    #expect(last["actions"]?[0]?["result"]?["language"] == "english")
    #expect(service.get("/1/job/status/job-1").json == last)
  }

  @Test func `a script says what each poll shows, the last for ever`() throws {
    var service = HavenService()
    _ = try service.turn("jobs", ["states": ["queued", "queued", "resting", "finished"]])
    _ = service.get("/1/api/async/identifylanguage/v1", "text=the+river+is+wide")
    #expect(
      Self.words(&service, "job-1", 5) == ["queued", "queued", "resting", "finished", "finished"])
  }

  @Test func `the last state of a script stays, whatever it is`() throws {
    var service = HavenService()
    _ = try service.turn("jobs", [["states": ["failed"]], ["states": ["in progress", "queued"]]])
    for _ in 0..<2 {
      _ = service.get("/1/api/async/identifylanguage/v1", "text=the+river+is+wide")
    }
    #expect(Self.words(&service, "job-1", 3) == ["failed", "failed", "failed"])
    #expect(Self.words(&service, "job-2", 3) == ["in progress", "queued", "queued"])
    // Job Result gives up after its own limit and says where the job stands.
    let response = service.get("/1/job/result/job-2")
    #expect(response.json["status"] == "queued")
    #expect(response.delay == .seconds(5))
  }

  @Test func `a failed job shows every error`() throws {
    var service = HavenService()
    let errors: MockJSON = [
      ["error": 5011, "reason": "Invalid file format", "detail": "page 1"],
      ["error": 5060, "reason": "Invalid image file", "detail": ["page": 2]],
    ]
    _ = try service.turn("jobs", ["states": ["failed"], "errors": errors])
    _ = service.get("/1/api/async/ocrdocument/v1", "url=http://a.example")
    let response = service.get("/1/job/status/job-1")
    #expect(response.status == 200)
    #expect(response.json["status"] == "failed")
    #expect(response.json["actions"]?[0]?["errors"]?.items?.count == 2)
  }

  @Test func `work that cannot be done makes its job fail`() {
    var service = HavenService()
    let path = "/1/api/async/extractentities/v1"
    #expect(service.get(path, "text=a&entity_type=cats_eng").status == 200)
    #expect(Self.words(&service, "job-1", 3).last == "failed")
    let last = service.get("/1/job/status/job-1").json
    #expect(last["actions"]?[0]?["errors"]?[0]?["error"]?.int == 5050)
  }

  @Test func `a job may expire, be lost, or come too fast`() throws {
    var service = HavenService()
    _ = try service.turn("jobs", ["states": ["429", "lost", "expired"]])
    _ = service.get("/1/api/async/ocrdocument/v1", "url=http://a.example")
    let responses = (0..<3).map { _ in service.get("/1/job/status/job-1") }
    #expect(responses.map(\.code) == [4030, 3001, 5005])
    #expect(responses.map(\.status) == [429, 400, 500])
  }

  @Test func `H20 job result waits through the script`() {
    var service = HavenService()
    _ = service.get("/1/api/async/identifylanguage/v1", "text=the+river+is+wide")
    let response = service.get("/1/job/result/job-1")
    #expect(response.json["status"] == "finished")
    #expect(response.delay == .milliseconds(200))
  }

  @Test func `a batch keeps all of its actions, each with its own end`() throws {
    var service = HavenService()
    _ = try service.turn("jobs", [["states": ["finished"]], ["states": ["queued", "failed"]]])
    let job = """
      {"actions":[{"name":"analyzesentiment","version":"v1","params":{"text":"I love dogs"}},\
      {"name":"ocrdocument","version":"v1","params":{"url":"http://a.example"}}]}
      """
    let response = service.post("/1/job", [HavenService.part("job", job)])
    #expect(response.json == ["jobID": "job-1"])
    #expect(service.get("/1/job/status/job-1").json["status"] == "in progress")
    let last = service.get("/1/job/status/job-1").json
    #expect(last["status"] == "finished")
    #expect(
      last["actions"]?.items?.map { $0["status"]?.string ?? "" } == ["finished", "failed"])
  }

  @Test(arguments: [
    ("{}", 4003), (#"{"actions":[]}"#, 4002), (#"{"actions":[{}]}"#, 4009),
    (#"{"actions":[{"name":"ocrdocument"}]}"#, 4016),
    (#"{"actions":[{"name":"nothing","version":"v1"}]}"#, 4004),
    (#"{"actions":[{"name":"ocrdocument","version":"v1"}]}"#, 4015), ("{", 4010),
  ])
  func `a batch that is none is refused with a code of its own`(job: String, code: Int) {
    var service = HavenService()
    #expect(service.post("/1/job", [HavenService.part("job", job)]).code == code)
  }

  @Test func `a switch that is not understood says why`() throws {
    var service = HavenService()
    #expect(throws: StandInMisuse.self) { try service.turn("jobs", ["states": []]) }
    #expect(throws: StandInMisuse.self) { try service.turn("jobs", ["states": [1]]) }
    let other = try service.turn("other", .null)
    #expect(other == nil)
  }
}
