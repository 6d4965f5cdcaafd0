import ArgumentParser
import Manual

/// The arguments of `weir help`. They are a topic, or the name of a command and its subcommands.
struct HelpCandidates {
  let topics: [(name: String, summary: String)]

  /// Returns the topics and commands that can follow the words.
  ///
  /// - Parameter words: The earlier words after `help`.
  func candidates(after words: [String]) -> [CompletionCandidate] {
    let path = CommandPath(words)
    guard path.rest.isEmpty else { return [] }
    var commands: [CompletionCandidate] = []
    for command in path.type.configuration.subcommands where command.configuration.shouldDisplay {
      if let name = command.configuration.commandName {
        commands.append(CompletionCandidate(name, command.configuration.abstract))
      }
    }
    guard words.isEmpty else { return commands }
    // If a topic and a command have the same name, `weir help` shows the topic.
    let names = Set(topics.map(\.name))
    return topics.map { CompletionCandidate($0.name, $0.summary) }
      + commands.filter { !names.contains($0.value) }
  }
}

extension CompletionKind {
  static var helpWords: CompletionKind {
    values { line, _ in
      let topics = ManualTopic.all.map { ($0.name, $0.summary) }
      let words = line.before.dropFirst(line.command.count)
      return HelpCandidates(topics: topics).candidates(after: Array(words))
    }
  }
}
