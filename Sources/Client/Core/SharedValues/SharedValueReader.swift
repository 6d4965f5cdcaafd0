import ClientModel

/// Reads shared values from the store, for subscribers of their changes.
struct SharedValueReader {
  let storage: any Storage
  let secrets: any SecretResolver

  nonisolated(nonsending) func value(of key: SharedKey) async throws(Failure) -> SharedValue? {
    try await storage.sharedValue(key, opening: secrets)
  }

  /// The value of a key that is not secret; nil where it cannot be opened.
  nonisolated(nonsending) func openContent(of facts: SharedValueFacts) async -> SharedContent? {
    if facts.rule.isSecret { return nil }
    do throws(Failure) {
      return try await value(of: facts.key)?.content
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
          contents[facts.key] = try await value(of: facts.key)?.content
        } else {
          contents[facts.key] = await openContent(of: facts)
        }
      }
    } catch {
      // The event of a key whose value cannot be opened has no value.
    }
    return contents
  }
}
