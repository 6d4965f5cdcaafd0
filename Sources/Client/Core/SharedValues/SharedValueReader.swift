import ClientModel

/// Reads shared values from the store, for subscribers of their changes.
struct SharedValueReader {
  let storage: any Storage
  let secrets: any SecretResolver

  /// The value of a key that is not secret; nil where it cannot be opened.
  nonisolated(nonsending) func openContent(of facts: SharedValueFacts) async -> SharedContent? {
    if facts.rule.isSecret { return nil }
    do throws(Failure) {
      return try await storage.sharedValue(facts.key, opening: secrets)?.content
    } catch {
      return nil
    }
  }

  /// The values of keys that are about to be removed, for the events of their removal.
  ///
  /// - Parameters:
  ///   - keys: Nil for all.
  ///   - opens: Whether any subscriber opens the value of this key, also when it is secret.
  nonisolated(nonsending) func contents(
    of keys: [SharedKey]?, opens: (SharedValueFacts) -> Bool
  ) async -> [SharedKey: SharedContent] {
    var contents: [SharedKey: SharedContent] = [:]
    do throws(Failure) {
      for facts in try await storage.sharedSnapshot().facts where keys?.contains(facts.key) ?? true
      {
        if opens(facts) {
          contents[facts.key] = try await storage.sharedValue(facts.key, opening: secrets)?.content
        } else {
          contents[facts.key] = await openContent(of: facts)
        }
      }
    } catch {
      // The event of a key whose value cannot be opened has no value.
    }
    return contents
  }

  /// The events that changes are in the event log.
  ///
  /// - Parameter subscribers: Those of the log; kinds that none wants are left out, and nothing is read for
  ///   them.
  nonisolated(nonsending) func events(
    of news: [SharedWatches.News], from place: Event.Place, at now: Timestamp,
    for subscribers: Subscribers
  ) async -> [Event] {
    var events: [Event] = []
    for one in news {
      switch one {
      case .updated(let facts) where subscribers.wants(.valueSet):
        let value = await openContent(of: facts)?.text
        let change = Event.ValueChange(key: facts.key.name, value: value)
        events.append(Event(.valueSet(change), at: facts.changed, place: place))
      case .removed(let facts, let content) where subscribers.wants(.valueRemoved):
        let value = facts.rule.isSecret ? nil : content?.text
        let change = Event.ValueChange(key: facts.key.name, value: value)
        events.append(Event(.valueRemoved(change), at: now, place: place))
      case .updated, .removed: continue
      }
    }
    return events
  }
}
