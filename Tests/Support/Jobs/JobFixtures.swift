package import ClientModel

extension Job {
  /// A waiting GET; spell out what matters.
  package static func fixture(
    _ id: Int64, _ state: JobState = .waiting(.slot), lane: String = "api",
    url: String = "https://api.example.com/things"
  ) -> Job {
    Job(
      id: JobID(id), state: state, since: Timestamp(milliseconds: 0),
      created: Timestamp(milliseconds: 0), lane: LaneKey(name: lane), position: Double(id),
      method: .get, displayURL: url, isRepeatable: true)
  }
}

extension LaneTally {
  package static func fixture(
    _ name: String = "api", pause: Lane.Pause = .none, limit: Int = 2,
    counts: [JobState.Word: Int] = [:]
  ) -> LaneTally {
    LaneTally(lane: Lane(key: LaneKey(name: name), pause: pause, limit: limit), counts: counts)
  }
}

extension Attempt {
  package static func fixture(
    _ number: Int, of job: Int64, hop: Int = 0, result: AttemptResult? = nil
  ) -> Attempt {
    Attempt(
      id: AttemptID(job: JobID(job), number: number), hop: hop, method: .get,
      displayURL: "https://api.example.com/things",
      origin: Origin(scheme: "https", host: "api.example.com", port: 443),
      started: Timestamp(milliseconds: 0), result: result)
  }
}

extension AttemptResult {
  package static func json(_ text: String, status: Int = 200) -> AttemptResult {
    AttemptResult(
      end: .responded,
      head: ResponseHead(
        status: status, reason: "OK", fields: [ResponseField("Content-Type", "application/json")]),
      body: .inline(Array(text.utf8)))
  }
}

extension PreparedRequest {
  package static func fixture(headers: [HeaderField] = []) -> PreparedRequest {
    PreparedRequest(
      method: .get, url: "https://api.example.com/things",
      origin: Origin(scheme: "https", host: "api.example.com", port: 443), headers: headers)
  }
}
