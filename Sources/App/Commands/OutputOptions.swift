import ArgumentParser

/// The output options that every command has.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: ColourRule.Choice = .auto

  @Flag(help: "Print only errors and warnings.")
  var quiet = false

  /// Applies the options. The parser calls this before a command runs. Options in nested groups are
  /// included.
  func validate() {
    Console.colours = color
    if quiet { StandardOutput.silence() }
  }
}

extension ColourRule.Choice: ExpressibleByArgument {}
