import ClientCore
import ClientModel
import ViewModels

/// The effect handler of the response cache.
struct CacheEffects {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func carryOut(_ effect: CacheEffect) async throws -> [AppEvent] {
    guard let cache = client.cache else { return [.cached([])] }
    var events: [AppEvent] = []
    switch effect {
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
    return events + [.cached(entries.map { Self.response($0, storedJobs: storedJobs, at: now) })]
  }

  /// Returns a number of seconds as text, in the largest unit in which the number is at least 2:
  /// `12 s`, `65 min`, `2 h`, `3 d`.
  private static func words(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  private static func response(
    _ entry: StoredResponse, storedJobs: Set<JobID>, at now: Timestamp
  ) -> CachedResponse {
    let facts = CacheEntryRecord(entry, at: now)
    return CachedResponse(
      id: facts.id, method: facts.method, url: facts.url, age: "\(words(facts.age)) old",
      left: facts.isFresh ? "fresh for \(words(facts.left))" : "stale",
      size: entry.bodyLength.description, validator: facts.validator ?? "",
      job: entry.job.flatMap { storedJobs.contains($0) ? $0 : nil })
  }
}
