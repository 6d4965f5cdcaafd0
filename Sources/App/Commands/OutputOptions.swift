import ArgumentParser

/// The output options that every command has.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: ColourRule.Choice = .auto

  @Flag(help: "Print only errors and warnings.")
  var quiet = false

  @Flag(help: "Do not show the progress of long operations.")
  var noProgress = false

  /// Applies the options. The parser calls this function before a command runs, even if these
  /// options are part of another group of options.
  func validate() {
    Console.colours = color
    if quiet { StandardOutput.silence() }
    if noProgress { ProgressWriter.wish.withLock { $0.choice = .never } }
  }
}

/// The option for the progress of a command without a terminal.
struct ProgressArguments: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Without a terminal, print the progress of long operations every 10 s.")
  var verbose = false

  /// Applies the option, like `OutputOptions`.
  func validate() {
    if verbose { ProgressWriter.wish.withLock { $0.detail = .verbose } }
  }
}

extension ColourRule.Choice: ExpressibleByArgument {}
