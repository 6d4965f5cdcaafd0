import ArgumentParser
import ClientModel

/// How the body of a response is read by the parsers of the gateway.
struct ParsingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the body as this media type for the gateway's parsers; off for not at all.",
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
