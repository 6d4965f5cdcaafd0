import ArgumentParser
import ClientModel

/// The option for an identifier of a request or job. The caller chooses the identifier.
struct CallArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "An identifier of your own; events, lists and the history show it.", valueName: "id"))
  var call: String?

  func identifier() throws(UsageProblem) -> String? {
    guard let call else { return nil }
    guard JobOptions.isIdentifier(call) else {
      throw UsageProblem(
        what: "`\(Console.safe(String(call.prefix(40))))` is not a valid value for --call.",
        why: "An identifier has 1 to 200 bytes and no spaces or control characters.",
        whatToDo: "Write, for instance, --call order-4711.")
    }
    return call
  }
}
