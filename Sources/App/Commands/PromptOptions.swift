import ArgumentParser

/// The option that decides whether a command asks on the terminal before it acts.
struct PromptOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Do not ask; act as if the answer were yes. Without a terminal, no questions are asked."))
  var yes = false

  var prompts: PromptMode { yes ? .never : .onTerminal }
}

/// The mode of questions: on the terminal, or not at all.
enum PromptMode: Sendable, Equatable { case onTerminal, never }
