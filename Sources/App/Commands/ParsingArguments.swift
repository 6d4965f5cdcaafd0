import ArgumentParser
import ClientModel

/// The options for parsing the body of a response.
struct ParsingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The media type to validate the body as, with the gateway's parser if there is one. "
        + "`off` disables the check.",
      valueName: "type|off"))
  var parse: String?

  func rule() throws(UsageProblem) -> ParsingRule {
    guard let parse else { return .byType }
    if let rule = ParsingRule(word: parse) { return rule }
    throw UsageProblem(
      what: "--parse \(Console.safe(parse)) does not say how to read a body.",
      why: "It takes off, auto, or type/subtype.",
      whatToDo: "Write, for instance, --parse application/json.")
  }
}
