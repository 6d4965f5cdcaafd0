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
    for entry in entries {
      await publishRemoved(Event.CacheChange(method: entry.method, url: entry.displayURL))
    }
    return count
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

  private func publishRemoved(_ change: Event.CacheChange) async {
    publisher.publish(.cacheRemoved(change), if: .cacheRemoved)
    await seams.raise(.cacheRemoved(change), of: nil)
  }
}
