import ClientModel
import ClientPipeline

/// Creates new jobs from stored jobs. A new job repeats a request, requests another page, polls
/// accepted work, or refreshes a cached response.
struct Resubmission {
  let store: Store
  let cache: (any ResponseCache)?
  /// The scheduling of new jobs. In a process that sends nothing, it is `queued`.
  let scheduling: Job.Scheduling

  /// Returns new jobs that have the same requests.
  ///
  /// - Parameter newKey: Creates a new idempotency key.
  nonisolated(nonsending) func again(
    _ jobs: [JobID], newKey: () -> String
  ) async throws(Failure) -> [NewJob] {
    var new: [NewJob] = []
    for job in try await store.jobs.jobs(matching: JobQuery(ids: jobs, order: .oldestFirst)) {
      guard var old = try await store.requests(of: job.id) else { continue }
      old.request.replaceIdempotencyKey(newKey)
      new.append(
        NewJob(
          request: old.request, lane: job.lane, priority: job.priority,
          scheduling: scheduling == .queued ? .queued : job.scheduling, name: job.name,
          draft: old.draft))
    }
    return new
  }

  /// Returns a job for the next or previous page of a response.
  ///
  /// - Throws: The reason why there is no such page.
  nonisolated(nonsending) func page(
    _ page: PageLink, of job: JobID, newKey: () -> String
  ) async throws(Failure) -> NewJob {
    let (old, response) = try await response(of: job, for: "There is no other page.")
    var next = try response.request(for: page)
    next.replaceIdempotencyKey(newKey)
    return NewJob(request: next, lane: old.lane, scheduling: scheduling, name: old.name)
  }

  /// Returns whether the next or previous page of a response is available.
  nonisolated(nonsending) func standing(
    of page: PageLink, _ job: JobID
  ) async throws(Failure) -> PageAvailability {
    try await response(of: job, for: "There is no other page.").response.standing(of: page)
  }

  /// Returns a job that polls the work that a server accepted with the response of a job.
  ///
  /// - Throws: The reason why there is nothing to poll.
  nonisolated(nonsending) func poll(of job: JobID) async throws(Failure) -> NewJob {
    let what = "There is nothing to poll."
    let (old, response) = try await response(of: job, for: what)
    let accepted = RemoteResponse(head: response.head, body: [], url: response.address)
    guard response.head.isOfAcceptedWork, let address = accepted.address(RemoteRule.standard.status)
    else {
      throw Failure(
        .invalidRequest, what: what, why: "The response of job \(job) names no status URL.",
        whatToDo: "Send a request for its status yourself.")
    }
    let state = RemoteJobState(address: address, accepted: old.since)
    // In a URL, the first character of the mask is percent-encoded.
    guard !address.contains(bytes: Secret.mask), !address.contains(bytes: "%E2%80%A2"),
      var next = response.request.pollRequest(state)
    else {
      throw Failure(
        .invalidRequest, what: "The status of job \(job) was not polled.",
        why: "Its status URL contains a secret, which is not stored, or leads from https to http.",
        whatToDo: "Send a request for its status yourself.")
    }
    next.remote = RemoteUse(rule: .polling(address))
    return NewJob(request: next, lane: old.lane, scheduling: scheduling, name: old.name)
  }

  nonisolated(nonsending) private func response(
    of job: JobID, for what: String
  ) async throws(Failure) -> (job: Job, response: PagedResponse) {
    guard let old = try await store.jobs.jobs(matching: JobQuery(ids: [job])).first,
      let request = try await store.jobs.request(of: job),
      let attempt = try await store.jobs.attempts(of: job).last(where: { $0.result?.head != nil }),
      let result = attempt.result, let head = result.head
    else {
      throw Failure(
        .invalidRequest, what: what, why: "Job \(job) has no response.",
        whatToDo: "Wait for its response, or send it again.")
    }
    let type = head.fields.first("Content-Type")
    let body: Body
    switch result.body {
    case .none: body = Body([], mediaType: type)
    case .inline(let bytes): body = Body(memory: bytes, mediaType: type)
    case .file(let name, let length, _):
      body = Body(stored: store.bodies.bytes(named: name), size: length, mediaType: type)
    }
    return (
      old,
      PagedResponse(request: request, address: attempt.displayURL, head: head, body: body)
    )
  }

  /// Returns a job that requests a cached response again. It sends the original request.
  ///
  /// - Returns: The job, or nil if the cache has no response with this id.
  /// - Throws: `notCached` if the request is no longer stored.
  nonisolated(nonsending) func refresh(
    _ id: CacheEntryID, newKey: () -> String
  ) async throws(Failure) -> NewJob? {
    guard let entry = await cache?.entries(matching: CacheQuery(ids: [id])).first else {
      return nil
    }
    guard let maker = entry.job,
      let job = try await store.jobs.jobs(matching: JobQuery(ids: [maker])).first,
      var request = try await store.jobs.request(of: maker),
      request.method == entry.method, request.displayURL == entry.displayURL
    else {
      throw Failure(
        .notCached, what: "The stored response of \(entry.displayURL) was not requested again.",
        why: entry.job == nil
          ? "It was stored in the cache without a request."
          : "The job that received the response was deleted, with its request.",
        whatToDo: "Send the request again with --cache refresh.")
    }
    request.replaceIdempotencyKey(newKey)
    var rule = request.options.cache ?? CacheRule(mode: .refresh)
    rule.mode = .refresh
    request.options.cache = rule
    return NewJob(request: request, lane: job.lane, scheduling: scheduling, name: job.name)
  }
}

extension PreparedRequest {
  /// Replaces the idempotency key, if the request has one. With the old key, the server would
  /// repeat its old response.
  fileprivate mutating func replaceIdempotencyKey(_ newKey: () -> String) {
    guard idempotencyKey != nil else { return }
    idempotencyKey = newKey()
    headers.removeAll { $0.name.caseInsensitiveEquals("Idempotency-Key") }
  }
}

extension Store {
  /// Returns the requests and the draft of a job. For a row of a batch, the draft is that of the
  /// batch, filled with the columns of the row.
  nonisolated(nonsending) func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    guard var requests = try await jobs.requests(of: job) else { return nil }
    if requests.draft == nil, let place = try await graphs.places(of: [job])[job],
      let draft = try await graphs.material(of: place.graph)?.drafts[""],
      let row = try await graphs.values(of: [job])[job]
    {
      requests.draft = draft.filled(withRow: row)
    }
    return requests
  }
}
