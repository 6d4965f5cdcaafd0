import ArgumentParser

/// The option for questions on the terminal before a command acts.
struct PromptOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Do not ask; act as if the answer were yes. Without a terminal, no questions are asked."))
  var yes = false

  var prompts: PromptMode { yes ? .never : .onTerminal }
}

/// The mode of questions. A command asks on the terminal or not at all.
enum PromptMode: Sendable, Equatable { case onTerminal, never }
