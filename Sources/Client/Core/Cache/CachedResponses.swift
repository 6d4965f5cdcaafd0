import ClientModel

/// The responses in a client's cache.
public struct CachedResponses: Sendable {
  let seams: Seams
  let publisher: EventPublisher

  /// Removes stored responses from the cache.
  ///
  /// - Returns: The number of removed responses.
  @discardableResult
  public func remove(_ ids: [CacheEntryID]) async -> Int {
    guard let cache = seams.cache else { return 0 }
    let entries = await cache.entries(matching: CacheQuery(ids: ids))
    let count = await cache.remove(ids)
    await publishRemoved(entries)
    return count
  }

  /// Returns the jobs that created these responses, if they are still stored.
  private func jobs(of entries: [StoredResponse]) async -> [JobID: Job] {
    do throws(Failure) {
      let jobs = try await seams.store.jobs.jobs(numbered: entries.compactMap(\.job))
      return Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    } catch {
      // The responses are still removed, but their events do not name a job.
      return [:]
    }
  }

  /// Removes all stored responses from the cache.
  ///
  /// - Returns: The number of removed responses.
  @discardableResult
  public func clear() async -> Int {
    guard let cache = seams.cache else { return 0 }
    let entries = await cache.entries(matching: CacheQuery(limit: Self.mostReported + 1))
    let count = await cache.clear()
    if entries.count > Self.mostReported {
      await publishRemoved(Event.CacheChange(method: .get, url: "everything, \(count) responses"))
    } else {
      await publishRemoved(entries)
    }
    return count
  }

  /// The maximum number of events for clearing the cache. Up to this number, each removed response
  /// gets an event. Beyond it, a single event is published.
  private static let mostReported = 100

  private func publishRemoved(_ entries: [StoredResponse]) async {
    let jobs = await jobs(of: entries)
    for entry in entries {
      await publishRemoved(
        Event.CacheChange(method: entry.method, url: entry.displayURL),
        of: entry.job.flatMap { jobs[$0] })
    }
  }

  private func publishRemoved(_ change: Event.CacheChange, of job: Job? = nil) async {
    let raised = RaisedEvent(
      .cacheDeleted(change), at: seams.clock.now, job: job?.id, gateway: job?.lane.gateway,
      call: job?.call)
    if publisher.wants(.cacheRemoved) { publisher.publish([Event(raised, from: .this)]) }
    await seams.raise(raised)
  }
}
