import ArgumentParser

/// The options for the length of a list.
struct ListArguments: ParsableArguments {
  @Flag(help: "List everything. On a terminal, the default is the newest 20.")
  var all = false
  @Option(
    help: ArgumentHelp("The maximum number of past requests or finished jobs.", valueName: "n"))
  var limit: Int?
  @Flag(help: "Do not show a long list in $PAGER.")
  var noPager = false

  var paging: PagedOutput.Mode { noPager ? .never : .automatic }

  func extent() throws(UsageProblem) -> ListExtent {
    guard let limit else { return all ? .all : .automatic }
    guard !all else {
      throw UsageProblem(
        what: "--all and --limit exclude each other.", why: "--all lists everything.",
        whatToDo: "Omit one of them.")
    }
    guard limit > 0 else {
      throw UsageProblem(
        what: "`\(limit)` is not a valid value for --limit.", why: "The minimum is 1.",
        whatToDo: "To list everything, use --all.")
    }
    return .newest(limit)
  }
}

/// The length of a list.
enum ListExtent: Equatable, Sendable {
  case automatic, all
  case newest(Int)

  /// The default number of lines on a terminal.
  static let onTerminal = 20

  /// Returns the maximum number of lines. Returns nil for no limit.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal. Nil without a terminal.
  ///   - standard: The default number without a terminal. Nil for no limit.
  func most(on width: Int?, otherwise standard: Int?) -> Int? {
    switch self {
    case .all: nil
    case .newest(let count): count
    case .automatic: width == nil ? standard : Self.onTerminal
    }
  }
}
