import ArgumentParser
import ClientModel

/// The option for parsing the body of a response.
struct ParsingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Validate the body as this media type, with the gateway's parser for it if there is one. "
        + "`off` disables the check.",
      valueName: "type|off"))
  var parse: String?

  func rule() throws(UsageProblem) -> ParsingRule {
    guard let parse else { return .byType }
    if let rule = ParsingRule(word: parse) { return rule }
    throw UsageProblem(
      what: "`\(Console.safe(parse))` is not a valid value for --parse.",
      why: "The values are off, auto and media types of the form type/subtype.",
      whatToDo: "Write, for instance, --parse application/json.")
  }
}
