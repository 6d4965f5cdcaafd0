package import ClientCore
package import ClientModel

extension PreparedRequest {
  package static func fixture(
    _ path: String = "/", method: HTTPMethod = .get, headers: [HeaderField] = [],
    body: PreparedBody = .none, credentials: Credentials? = nil
  ) -> PreparedRequest {
    PreparedRequest(
      method: method, url: "https://example.com\(path)",
      origin: Origin(scheme: "https", host: "example.com", port: 443), headers: headers,
      body: body, credentials: credentials)
  }
}

extension NewJob {
  package static func fixture(
    _ path: String = "/", lane: String = "example", state: JobState = .waiting(.slot),
    priority: Int = 0, scheduling: Job.Scheduling = .queued
  ) -> NewJob {
    NewJob(
      request: .fixture(path), lane: LaneKey(name: lane), state: state, priority: priority,
      scheduling: scheduling)
  }
}

extension JobStart {
  package static func fixture(_ job: JobID, at: Int64 = 5) -> JobStart {
    JobStart(job: job, at: Timestamp(milliseconds: at))
  }
}

extension Attempt {
  package static func fixture(_ job: JobID, _ number: Int = 1, at: Int64 = 5) -> Attempt {
    Attempt(
      id: AttemptID(job: job, number: number), hop: 0, method: .get,
      displayURL: "https://example.com/",
      origin: Origin(scheme: "https", host: "example.com", port: 443),
      started: Timestamp(milliseconds: at))
  }
}

extension AttemptResult {
  package static func fixture(_ status: Int = 200, body: StoredBody = .inline([1, 2, 3]))
    -> AttemptResult
  {
    AttemptResult(
      end: .responded, head: ResponseHead(status: status), body: body,
      timings: Timings(total: .milliseconds(12)))
  }
}

extension AttemptEnd {
  package static func fixture(
    _ job: JobID, _ number: Int = 1, result: AttemptResult = .fixture(),
    next: JobState? = .succeeded, at: Int64 = 9
  ) -> AttemptEnd {
    AttemptEnd(
      id: AttemptID(job: job, number: number), result: result, next: next,
      at: Timestamp(milliseconds: at))
  }
}

extension Storage {
  func added(_ jobs: [NewJob]) async throws(StopCheck) -> [JobID] {
    let ids = try await call("add") { () throws(Failure) in try await add(jobs) }
    guard ids.count == jobs.count else {
      throw StopCheck(reason: "add returned \(ids.count) ids for \(jobs.count) jobs.")
    }
    return ids
  }

  @discardableResult
  func committed(_ batch: StoreBatch) async throws(StopCheck) -> StoreReceipt {
    try await call("commit") { () throws(Failure) in try await commit(batch) }
  }

  func found(_ query: JobQuery) async throws(StopCheck) -> [Job] {
    try await call("jobs") { () throws(Failure) in try await jobs(matching: query) }
  }

  func ids(_ query: JobQuery) async throws(StopCheck) -> [JobID] {
    try await found(query).map(\.id)
  }

  func job(_ id: JobID) async throws(StopCheck) -> Job {
    guard let job = try await found(JobQuery(ids: [id])).first else {
      throw StopCheck(reason: "Job \(id) was not found.")
    }
    return job
  }

  func sent(_ id: JobID) async throws(StopCheck) -> PreparedRequest? {
    try await call("request") { () throws(Failure) in try await request(of: id) }
  }

  func attemptNumbers(_ id: JobID) async throws(StopCheck) -> [Int] {
    try await call("attempts") { () throws(Failure) in try await attempts(of: id) }.map(\.id.number)
  }

  func lines(_ jar: CookieJarKey) async throws(StopCheck) -> [String] {
    try await call("cookies") { () throws(Failure) in try await cookies(in: jar) }
  }
}
