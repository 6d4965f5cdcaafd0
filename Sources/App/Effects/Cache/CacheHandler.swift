import ClientCore
import ClientModel
import ViewModels

/// The effect handler of the response cache.
extension CacheEffect: ClientEffect {
  /// The preparation task. Preparing a request may use a cached response, and refreshing a response
  /// creates a job.
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
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
}

extension CachedResponse {
  fileprivate init(_ entry: StoredResponse, storedJobs: Set<JobID>, at now: Timestamp) {
    let facts = CacheEntryRecord(entry, at: now)
    self.init(
      id: facts.id, method: facts.method, url: facts.url, age: "\(Self.words(facts.age)) old",
      left: facts.isFresh ? "fresh for \(Self.words(facts.left))" : "stale",
      size: entry.bodyLength.description, validator: facts.validator ?? "",
      job: entry.job.flatMap { storedJobs.contains($0) ? $0 : nil })
  }

  /// Returns a number of seconds as text, such as `12 s`, `65 min`, `2 h` or `3 d`. The unit is the
  /// largest in which the number is at least 2.
  private static func words(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
