import ClientModel

/// Who hears of shared values: the streams of `sharedChanges`, and the event log.
extension Client {
  var wantsValueEvents: Bool { wants(.valueSet) || wants(.valueRemoved) }

  /// True while somebody hears what others do to shared values.
  var isWatchingValues: Bool {
    sharedWatches.hasBegun && (wantsValueEvents || sharedReaders.contains { $0.reader != nil })
  }

  /// Learns what there is, for the event log. A store that cannot be read tells that elsewhere.
  func beginSharedWatch() async {
    guard !sharedWatches.hasBegun else { return }
    do throws(Failure) {
      let shelf = try await storage.sharedShelf()
      if !sharedWatches.hasBegun { sharedWatches.begin(with: shelf) }
    } catch {
      tell(.noticed(error))
    }
  }

  /// Compares with what other processes have written.
  func readSharedNews() async throws(Failure) {
    sharedReaders.removeAll { $0.reader == nil }
    guard isWatchingValues, try await storage.sharedVersion() > sharedWatches.version else {
      return
    }
    let shelf = try await storage.sharedShelf()
    await tell(sharedWatches.compare(with: shelf), from: .elsewhere)
  }

  func tell(_ news: [SharedWatches.News], from place: Event.Place) async {
    for one in news { for weak in sharedReaders { weak.reader?.put(one) } }
    for one in news {
      switch one {
      case .updated(let facts) where wants(.valueSet):
        let value = await openContent(of: facts)?.text
        let change = Event.ValueChange(key: facts.key.name, value: value)
        emit(Event(.valueSet(change), at: facts.changed, place: place))
      case .removed(let facts, let content) where wants(.valueRemoved):
        let value = facts.rule.isSecret ? nil : content?.text
        let change = Event.ValueChange(key: facts.key.name, value: value)
        emit(Event(.valueRemoved(change), at: clock.now, place: place))
      case .updated, .removed: continue
      }
    }
  }

  /// What goes with the news that keys are gone; empty where nobody would see it.
  func contentsToTell(of keys: [SharedKey]?) async -> [SharedKey: SharedContent] {
    var contents: [SharedKey: SharedContent] = [:]
    let opens = sharedReaders.contains { $0.reader?.opensAny ?? false }
    guard opens || wants(.valueRemoved) else { return contents }
    do throws(Failure) {
      for facts in try await storage.sharedShelf().facts where keys?.contains(facts.key) ?? true {
        if sharedReaders.contains(where: { $0.reader?.opens(facts) ?? false }) {
          contents[facts.key] = try await storage.sharedValue(facts.key, opening: secrets)?.content
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
      return try await storage.sharedValue(facts.key, opening: secrets)?.content
    } catch {
      return nil
    }
  }
}
