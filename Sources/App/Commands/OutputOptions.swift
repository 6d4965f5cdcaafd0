import ArgumentParser

/// Whether and how a command prints, for every command.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: ColourRule.Choice = .auto

  @Flag(help: "Print no output; errors and warnings still appear.")
  var quiet = false

  /// The parser calls this before a command runs, also for options in a group of a group.
  func validate() {
    ColourRule.choose(color)
    if quiet { StandardOutput.silence() }
  }
}

extension ColourRule.Choice: ExpressibleByArgument {}
