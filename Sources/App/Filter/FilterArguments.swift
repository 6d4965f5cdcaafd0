import ArgumentParser
import ClientDocuments

/// `--filter` and how its results are printed; the same for every command that prints a body.
struct FilterArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Print what this jq program makes of the body.", valueName: "program"))
  var filter: String?
  @Flag(
    name: [.customShort("r"), .customLong("raw-output")],
    help: "With --filter: strings without quotes and escapes, one a line.")
  var isRaw = false

  /// - Throws: That there is nothing to print raw.
  func wish() throws(UsageProblem) -> FilterWish? {
    guard let filter else {
      guard isRaw else { return nil }
      throw UsageProblem(
        what: "--raw-output is about the results of a filter.", why: "--filter is missing.",
        whatToDo: "For one string of the body: --filter .name -r")
    }
    return FilterWish(program: filter, strings: isRaw ? .raw : .quoted)
  }
}

/// A jq program and how its results are printed.
struct FilterWish: Sendable, Equatable {
  enum Strings: Sendable { case quoted, raw }

  var program: String
  var strings = Strings.quoted

  /// Refuses a program that jq cannot read.
  func check() async throws {
    // A plain path needs no jq. Without an input jq reads the program and runs nothing.
    guard PathFilter(program) == nil,
      case .refused(let why) = await FilterResult.run(program, on: [], .all)
    else { return }
    throw UsageProblem(
      what: "Nothing was sent: jq cannot read the filter.", why: Console.safe(why),
      whatToDo: "Correct the program, or try it: jq '\(Console.safe(program))'")
  }
}
