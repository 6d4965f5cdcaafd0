import ClientModel

/// The responses that the cache of a client stores.
public struct CachedResponses: Sendable {
  let seams: Seams
  let publisher: EventPublisher

  /// Takes stored responses out of the cache.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func remove(_ ids: [CacheEntryID]) async -> Int {
    guard let cache = seams.cache else { return 0 }
    let entries = await cache.entries(matching: CacheQuery(ids: ids))
    let count = await cache.remove(ids)
    let jobs = await jobs(of: entries)
    for entry in entries {
      await publishRemoved(
        Event.CacheChange(method: entry.method, url: entry.displayURL),
        of: entry.job.flatMap { jobs[$0] })
    }
    return count
  }

  /// The jobs that made these responses, as far as they are still stored.
  private func jobs(of entries: [StoredResponse]) async -> [JobID: Job] {
    do throws(Failure) {
      let jobs = try await seams.storage.jobs(numbered: entries.compactMap(\.job))
      return Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    } catch {
      // The responses are removed all the same; their events then name no job.
      return [:]
    }
  }

  /// Takes every stored response out of the cache.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func clear() async -> Int {
    let count = await seams.cache?.clear() ?? 0
    if count > 0 {
      await publishRemoved(Event.CacheChange(method: .get, url: "everything, \(count) responses"))
    }
    return count
  }

  private func publishRemoved(_ change: Event.CacheChange, of job: Job? = nil) async {
    let raised = RaisedEvent(
      .cacheDeleted(change), at: seams.clock.now, job: job?.id, gateway: job?.lane.gateway,
      call: job?.call)
    if publisher.wants(.cacheRemoved) { publisher.publish([Event(raised, from: .here)]) }
    await seams.raise(raised)
  }
}
