import ArgumentParser

extension CompletionKind {
  /// Returns a completion kind whose candidates are computed when the user completes a word.
  ///
  /// A command line that is being typed has no room for messages, so every error results in an
  /// empty list.
  static func values(
    _ find: @escaping @Sendable (CompletionLine, CompletionFacts) throws -> [CompletionCandidate]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      let dialect = ShellDialect(
        CompletionShell.requesting, version: CompletionShell.requestingVersion)
      let line = CompletionLine(words, at: index, prefix: prefix, from: dialect)
      do {
        return dialect.lines(of: try find(line, CompletionFacts(for: line)))
      } catch {
        return []
      }
    }
  }
}
