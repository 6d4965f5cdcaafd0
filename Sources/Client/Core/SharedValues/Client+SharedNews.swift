import ClientModel

/// Who hears of shared values: the streams of `sharedChanges`, and the event log.
extension Client {
  var wantsValueEvents: Bool {
    publisher.subscribers.wants(.valueSet) || publisher.subscribers.wants(.valueRemoved)
  }

  /// True while somebody hears what others do to shared values.
  var isWatchingValues: Bool {
    publisher.values.watches.hasBegun && (wantsValueEvents || !publisher.values.isEmpty)
  }

  /// Learns what there is, for the event log. A store that cannot be read tells that elsewhere.
  func beginSharedWatch() async {
    guard !publisher.values.watches.hasBegun else { return }
    do throws(Failure) {
      let shelf = try await storage.sharedShelf()
      if !publisher.values.watches.hasBegun { publisher.values.watches.begin(with: shelf) }
    } catch {
      publish(.noticed(error))
    }
  }

  /// Compares with what other processes have written.
  func readSharedNews() async throws(Failure) {
    publisher.values.removeReleased()
    guard isWatchingValues, try await storage.sharedVersion() > publisher.values.watches.version
    else {
      return
    }
    let shelf = try await storage.sharedShelf()
    await tell(publisher.values.watches.compare(with: shelf), from: .elsewhere)
  }

  func tell(_ news: [SharedWatches.News], from place: Event.Place) async {
    publisher.values.publish(news)
    for one in news {
      switch one {
      case .updated(let facts) where publisher.subscribers.wants(.valueSet):
        let value = await openContent(of: facts)?.text
        let change = Event.ValueChange(key: facts.key.name, value: value)
        publisher.subscribers.publish([Event(.valueSet(change), at: facts.changed, place: place)])
      case .removed(let facts, let content) where publisher.subscribers.wants(.valueRemoved):
        let value = facts.rule.isSecret ? nil : content?.text
        let change = Event.ValueChange(key: facts.key.name, value: value)
        publisher.subscribers.publish([Event(.valueRemoved(change), at: clock.now, place: place)])
      case .updated, .removed: continue
      }
    }
  }

  /// What goes with the news that keys are gone; empty where nobody would see it.
  func contentsToTell(of keys: [SharedKey]?) async -> [SharedKey: SharedContent] {
    var contents: [SharedKey: SharedContent] = [:]
    guard publisher.values.openAny || publisher.subscribers.wants(.valueRemoved) else {
      return contents
    }
    do throws(Failure) {
      for facts in try await storage.sharedShelf().facts where keys?.contains(facts.key) ?? true {
        if publisher.values.open(facts) {
          contents[facts.key] = try await storage.sharedValue(facts.key, opening: seams.secrets)?
            .content
        } else {
          contents[facts.key] = await openContent(of: facts)
        }
      }
    } catch {
      // What cannot be opened goes without its value.
    }
    return contents
  }

  /// The value of a key that is not secret.
  private func openContent(of facts: SharedValueFacts) async -> SharedContent? {
    if facts.rule.isSecret { return nil }
    do throws(Failure) {
      return try await storage.sharedValue(facts.key, opening: seams.secrets)?.content
    } catch {
      return nil
    }
  }
}
