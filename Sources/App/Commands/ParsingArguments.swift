import ArgumentParser
import ClientModel

/// The options for parsing the body of a response.
struct ParsingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check the body as this media type, by the gateway's parser or Weir's own; off for not at all.",
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
