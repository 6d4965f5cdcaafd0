import ClientModel

/// Reads shared values from the store. It also runs the programs that encrypt and decrypt them.
struct SharedValueReader {
  let store: any ValueStore
  let secrets: any SecretResolver
  let programs: any ProgramRunner

  nonisolated(nonsending) func value(of key: SharedKey) async throws(Failure) -> SharedValue? {
    guard var value = try await store.sharedValue(key, opening: secrets) else { return nil }
    if let program = value.facts.rule.program {
      value.content = try await run(program + ["open"], value.content, of: key)
    }
    return value
  }

  /// Encrypts the value of a setting if a program is configured for this.
  ///
  /// The returned setting contains the rule that was used, because another process may change the
  /// current rule in the meantime.
  nonisolated(nonsending) func sealing(
    _ setting: SharedSetting, of key: SharedKey
  ) async throws(Failure) -> SharedSetting {
    try setting.check(key)
    switch setting {
    case .content(let content, let given):
      var rule = given
      if rule == nil { rule = try await self.rule(of: key) }
      guard let rule, let program = rule.program else { return setting }
      return .content(try await run(program + ["seal"], content, of: key), rule)
    case .rule(let given):
      guard try await rule(of: key)?.program != given.program,
        let plain = try await value(of: key)?.content
      else { return setting }
      guard let program = given.program else { return .content(plain, given) }
      return .content(try await run(program + ["seal"], plain, of: key), given)
    }
  }

  nonisolated(nonsending) private func rule(of key: SharedKey) async throws(Failure) -> SharedRule?
  {
    try await store.sharedSnapshot().facts.first { $0.key == key }?.rule
  }

  nonisolated(nonsending) private func run(
    _ arguments: [String], _ content: SharedContent, of key: SharedKey
  ) async throws(Failure) -> SharedContent {
    let output = try await programs.run(
      Program(arguments, input: content.bytes, outputLimit: SharedContent.most))
    guard output.end == .exited(0) else {
      let reason = output.lastWords.map { ": \($0)" } ?? "."
      throw Failure(
        .program, what: "The shared value \(key) can be neither decrypted nor encrypted.",
        why: "`\(arguments.joined(separator: " "))` ended with \(output.end.text)\(reason)",
        whatToDo: "Run it with the value on standard input to see why.")
    }
    return SharedContent(output.output)
  }

  /// Returns the value of a key. Returns nil if the key is secret or the value cannot be decrypted.
  nonisolated(nonsending) func openContent(of facts: SharedValueFacts) async -> SharedContent? {
    if facts.rule.isSecret { return nil }
    do throws(Failure) {
      return try await value(of: facts.key)?.content
    } catch {
      return nil
    }
  }

  /// Returns the values of keys before their removal. The events of the removal contain them.
  ///
  /// - Parameters:
  ///   - keys: The keys, or nil for all.
  ///   - opens: Returns whether any subscriber reads the value of this key, even if it is secret.
  nonisolated(nonsending) func contents(
    of keys: [SharedKey]?, opens: (SharedValueFacts) -> Bool
  ) async -> [SharedKey: SharedContent] {
    var contents: [SharedKey: SharedContent] = [:]
    do throws(Failure) {
      for facts in try await store.sharedSnapshot().facts where keys?.contains(facts.key) ?? true {
        if opens(facts) {
          contents[facts.key] = try await value(of: facts.key)?.content
        } else {
          contents[facts.key] = await openContent(of: facts)
        }
      }
    } catch {
      // If a value cannot be decrypted, its event has no value.
    }
    return contents
  }
}
