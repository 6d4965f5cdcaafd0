import ArgumentParser

extension CompletionKind {
  /// Returns a completion kind whose candidates are computed on request.
  ///
  /// A command line that is being typed has no room for messages. Every error thus results in an
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
