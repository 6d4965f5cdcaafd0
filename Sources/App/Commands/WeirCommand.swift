import ArgumentParser
import ClientModel

/// `weir`: every command, and the interface when none is named.
struct WeirCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weir",
    abstract: "An API client for the terminal, with a durable queue in front of the network.",
    discussion: """
      Without a command, weir opens the interface: compose a request on the left, watch the queue \
      on the right, walk the response as a tree below it.

      Exit codes: 0 done, 1 the server said no (with --check), 2 usage, 20 timeout, 21 network, \
      22 TLS, 23 authentication, 25 storage, 26 protocol, 27 output not written; of a job: 30 held, \
      31 skipped, 32 cancelled, 33 interrupted (it may have taken effect); 70 internal error, \
      130 a signal ended it, 141 the reader of the output went away.

      Completions: weir --generate-completion-script bash|zsh|fish
      """,
    version: WeirVersion.text,
    subcommands: [
      InterfaceCommand.self, DemoCommand.self, InitCommand.self, SendCommand.self,
      QueueCommand.self, ShowCommand.self, RunCommand.self, HistoryCommand.self,
      ImportCommand.self, CacheCommand.self, CookiesCommand.self, TrustCommand.self,
      GatewayCommand.self, CatalogCommand.self, EventCommand.self, ValueCommand.self,
      MockCommand.self,
      DoctorCommand.self, HelpCommand.self,
    ],
    defaultSubcommand: InterfaceCommand.self)
}
