import ArgumentParser
import ClientModel

/// `weir`: contains all commands. Without a command, it opens the interface.
struct WeirCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weir",
    abstract: "An API client for the terminal, with a durable queue in front of the network.",
    discussion: """
      Without a command, weir opens the interface: the request above the queue on the left, the \
      response as a tree on the right.

      `weir help` lists the topics of the manual. `weir help exit-codes` lists the exit codes.

      Completions: weir --generate-completion-script bash|zsh|fish
      """,
    version: WeirVersion.text,
    subcommands: [
      InterfaceCommand.self, DemoCommand.self, InitCommand.self, SendCommand.self,
      QueueGroupCommand.self, ShowCommand.self, RunCommand.self, HistoryCommand.self,
      ImportCommand.self, CacheCommand.self, CookiesCommand.self, TrustCommand.self,
      VariablesCommand.self, GatewayCommand.self, CatalogCommand.self, EventCommand.self,
      ValueCommand.self, StoreCommand.self,
      MQTTCommand.self, MockCommand.self,
      DoctorCommand.self, HelpCommand.self,
    ],
    defaultSubcommand: InterfaceCommand.self)
}
