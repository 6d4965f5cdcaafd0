import ClientCore
import ClientModel
import ClientPipeline
import ViewModels

/// The effect handler of the response cache.
extension CacheEffect: ClientEffect {
  /// The preparation task. Preparing a request may use a cached response, and refreshing a response
  /// creates a job.
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: isolated EffectContext) async throws -> [AppEvent] {
    let client = context.client
    guard let cache = client.cache else { return [.cache(.list([]))] }
    var events: [AppEvent] = []
    switch self {
    case .list: break
    case .refresh(let response):
      if let job = try await client.refreshCached(CacheEntryID(response.id)) {
        events.append(.notice(Notice(.info, "Job \(job) requests the cached response again.")))
      }
    case .delete(let response): await client.cachedResponses.remove([CacheEntryID(response.id)])
    case .put(let draft, let text):
      let session = context.session
      let author = context.files.author(of: draft)
      let result = session.context.preparation(of: author).examine(
        context.rules.fill(draft.cached, from: session.context.catalogs))
      guard let request = result.request else { return [.composer(.refused(result.problems))] }
      let body = try Self.body(text, session.context.reader)
      let head = ResponseHead(
        status: 200, fields: [ResponseField("Content-Type", CachedValue.type(of: body))])
      let stored = try await session.putIntoCache(
        CachedValue(head: head, body: body), for: request)
      events.append(
        .notice(
          Notice(
            .info, "The response was put into the cache as \(stored.id).",
            whatToDo: "Set the cache option of a request to fresh or only to receive it.")))
    case .clear: await client.cachedResponses.clear()
    }
    let entries = await cache.entries(matching: CacheQuery(limit: 1000))
    let storedJobs = Set(
      try await client.jobs(matching: JobQuery(ids: Set(entries.compactMap(\.job)).sorted()))
        .map(\.id))
    let now = SystemClock().now
    let rows = entries.map { CachedResponse($0, storedJobs: storedJobs, at: now) }
    return events + [.cache(.list(rows))]
  }

  private static func body(
    _ text: CachedText, _ reader: FileReader
  ) throws(UsageProblem) -> [UInt8] {
    switch text {
    case .text(let text): return Array(text.utf8)
    case .file(let path):
      switch reader.read(path) {
      case .success(let bytes): return bytes
      case .failure(let refusal):
        throw UsageProblem(
          what: "The value was not put into the cache.", why: refusal.why,
          whatToDo: refusal.whatToDo)
      }
    }
  }
}

extension CachedResponse {
  /// Creates the row of a response. The row has times instead of ages, so that it stays correct
  /// while the list is open.
  fileprivate init(_ entry: StoredResponse, storedJobs: Set<JobID>, at now: Timestamp) {
    let facts = CacheEntryRecord(entry, at: now)
    let stored = now.advanced(by: .seconds(-facts.age))
    let end = now.advanced(by: .seconds(facts.left))
    self.init(
      id: facts.id, method: facts.method, url: facts.url,
      age: "stored \(Self.words(stored, at: now))",
      left: facts.isFresh ? "fresh until \(Self.words(end, at: now))" : "stale",
      size: entry.bodyLength.description, validator: facts.validator ?? "",
      job: entry.job.flatMap { storedJobs.contains($0) ? $0 : nil })
  }

  /// Returns a time as text. The date is left out if it is today.
  private static func words(_ time: Timestamp, at now: Timestamp) -> String {
    let (text, today) = (time.text, now.text.prefix(11))
    return text.begins(with: String(today)) ? String(text.dropping(bytes: 11)) : text
  }
}
