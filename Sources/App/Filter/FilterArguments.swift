import ArgumentParser
import ClientDocuments

/// The option `--filter` and the options for its results. Every command that prints a body has
/// them.
struct FilterArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Print the results of this jq program for the body.", valueName: "program"))
  var filter: String?
  @Flag(
    name: [.customShort("r"), .customLong("raw-output")],
    help: "With --filter, print strings without quotes and escapes, one per line.")
  var isRaw = false
  @Option(
    help: ArgumentHelp(
      "Decode the body from this charset instead of the declared one, and print it as UTF-8.",
      valueName: "charset"))
  var charset: String?

  /// Returns the filter and its options. Returns nil if no filter is given.
  ///
  /// - Throws: An error for `--raw-output` without a filter, or for an unknown charset.
  func options() throws(UsageProblem) -> FilterOptions? {
    guard let filter else {
      guard isRaw else { return nil }
      throw UsageProblem(
        what: "--raw-output was given without --filter.",
        why: "It applies to the results of a filter.",
        whatToDo: "For one string of the body: --filter .name -r")
    }
    return FilterOptions(
      program: filter, strings: isRaw ? .raw : .quoted, charset: try chosenCharset())
  }

  /// Returns the chosen charset. Returns nil if none is given.
  ///
  /// - Throws: An error for an unknown charset.
  func chosenCharset() throws(UsageProblem) -> TextEncoding? {
    guard let charset else { return nil }
    if let encoding = TextEncoding(label: charset) { return encoding }
    throw UsageProblem(
      what: "\(Console.safe(charset)) is not a valid value for --charset.",
      why: "The Encoding Standard lists no charset with this label.",
      whatToDo: "Choose one that browsers support, such as ISO-8859-2, GBK or UTF-16LE.")
  }
}

/// A jq program, the quoting of its results, and the charset of the body.
struct FilterOptions: Sendable, Equatable {
  enum Strings: Sendable { case quoted, raw }

  var program: String
  var strings = Strings.quoted
  var charset: TextEncoding?

  /// Refuses a program that jq cannot compile.
  func check() async throws {
    // A plain path does not need jq. If there is no input, jq compiles the program and runs
    // nothing.
    guard PathFilter(program) == nil,
      case .refused(let why) = await FilterResult.run(program, on: [], .all)
    else { return }
    throw UsageProblem(
      what: "Nothing was sent: jq cannot read the filter.", why: Console.safe(why),
      whatToDo: "Correct the program, or try it: jq '\(Console.safe(program))'")
  }
}
