import ClientModel

/// What other processes raise: own events at once, the cache's news with the end of their job, so that
/// they stand in the same order as in the process where they happened.
extension Client {
  /// So much news may wait for its jobs' ends: past it, whoever raised it most likely died.
  private static let mostHeld = 1_000

  /// Takes over what other processes raised since the last call.
  ///
  /// - Returns: What belongs to no job's end, to be told after the changes that were made before it.
  func takeRaised() async -> [Event] {
    guard wantedEvents & Event.Word.raised != 0 else { return [] }
    var events: [Event] = []
    for raised in await storage.raised() {
      if let job = raised.job, raised.comesWithItsJob {
        if heldNews.count >= Self.mostHeld { heldNews = [:] }
        heldNews[job, default: []].append(raised)
      } else {
        events.append(
          Event(
            raised.news.kind, at: raised.time, job: raised.job, graph: raised.graph,
            place: .elsewhere))
      }
    }
    return events
  }

  /// Tells the other processes what an attempt did to the cache, before its end is committed.
  func handOn(_ news: RaisedEvent.News, of job: JobID?) async {
    do throws(Failure) {
      try await storage.raise(RaisedEvent(news, at: clock.now, job: job))
    } catch {
      // News, not records: a store that takes no writes says so where it matters.
    }
  }
}

extension RaisedEvent.News {
  var kind: Event.Kind {
    switch self {
    case .own(let event): .own(event)
    case .cacheUpdated(let change), .cacheRenewed(let change): .cacheUpdated(change)
    case .cacheRemoved(let change): .cacheRemoved(change)
    }
  }
}

extension Event.Word {
  /// The kinds that raised news may turn into, or change.
  fileprivate static let raised: UInt32 = own.bit | cacheNews | received.bit | notModified.bit
}
