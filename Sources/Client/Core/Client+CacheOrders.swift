public import ClientModel

/// What a user may do with what the cache keeps; looking is the cache's own affair.
extension Client {
  /// Takes stored answers out of the cache. Returns how many there were.
  @discardableResult
  public func removeCached(_ ids: [CacheEntryID]) async -> Int {
    guard let cache else { return 0 }
    let entries = await cache.entries(matching: CacheQuery(ids: ids))
    let count = await cache.remove(ids)
    for entry in entries {
      // Only answers to GET are kept.
      await tellRemoved(Event.CacheChange(method: .get, url: entry.displayURL))
    }
    return count
  }

  /// Takes every stored answer out of the cache. Returns how many there were.
  @discardableResult
  public func clearCached() async -> Int {
    guard let cache else { return 0 }
    let count = await cache.clear()
    if count > 0 {
      await tellRemoved(Event.CacheChange(method: .get, url: "everything, \(count) responses"))
    }
    return count
  }

  private func tellRemoved(_ change: Event.CacheChange) async {
    if publisher.subscribers.wants(.cacheRemoved) {
      publisher.subscribers.publish([Event(.cacheRemoved(change), at: clock.now)])
    }
    await seams.raise(.cacheRemoved(change), of: nil)
  }

  /// Asks a stored answer's server again, by the request that made it: a new urgent job.
  ///
  /// - Returns: Nil when nothing is stored under this id.
  /// - Throws: `notCached` when the request is not kept any more.
  public func refreshCached(_ id: CacheEntryID) async throws(Failure) -> JobID? {
    guard let entry = await cache?.entries(matching: CacheQuery(ids: [id])).first else {
      return nil
    }
    guard let maker = entry.job,
      let job = try await storage.jobs(matching: JobQuery(ids: [maker])).first,
      var request = try await storage.request(of: maker),
      request.method == .get, request.displayURL == entry.displayURL
    else {
      throw Failure(
        .notCached, what: "The stored answer of \(entry.displayURL) was not asked for again.",
        why: "The job that brought it is forgotten, and its request with it.",
        whatToDo: "Send the request again with --cache refresh.")
    }
    var rule = request.options.cache ?? CacheRule(mode: .refresh)
    rule.mode = .refresh
    request.options.cache = rule
    return try await submit([
      NewJob(request: request, lane: job.lane, urgency: .now, name: job.name)
    ]).first
  }
}
