import ArgumentParser

extension CompletionKind {
  /// Candidates that are found while the user completes a word.
  ///
  /// A command line in the making is no place for messages: whatever prevents a list leaves it empty.
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
