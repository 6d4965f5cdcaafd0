import ArgumentParser
import ClientModel

/// The format in which a shell passes words to completion and reads candidates.
enum ShellDialect: Hashable, Sendable {
  case bash
  case zsh
  /// fish 4 or later. It passes words as they were typed, with quotes.
  case fish
  /// fish 3. It passes words without quotes.
  case fishThree

  /// Creates the dialect of a shell.
  ///
  /// - Parameters:
  ///   - shell: The shell that requests completion. Nil means unknown.
  ///   - version: The shell's version, such as `3.6.0`.
  init(_ shell: CompletionShell?, version: String?) {
    switch shell {
    case .zsh: self = .zsh
    case .fish:
      let major = version?.pieces(at: ".").first.flatMap { Int($0) } ?? 0
      self = major > 3 ? .fish : .fishThree
    default: self = .bash
    }
  }

  /// Returns the lines for the shell's completion script. Candidates that the shell could misread
  /// are left out.
  func lines(of candidates: [CompletionCandidate]) -> [String] {
    candidates.filter(\.isOffered).map(line)
  }

  private func line(of candidate: CompletionCandidate) -> String {
    let (value, note) = (candidate.value, candidate.note)
    switch self {
    // The script passes the lines to `compgen -W`, which expands them and would run `$(command)`.
    case .bash: return "'" + value.replacing(bytes: "'", with: "'\\''") + "'"
    case .zsh:
      let match = Self.escaped(value).replacing(bytes: ":", with: "\\:")
      return note.isEmpty ? match : "\(match):\(Self.escaped(note))"
    case .fish, .fishThree: return note.isEmpty ? value : "\(value)\t\(note)"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing(bytes: "\\", with: "\\\\")
  }
}
