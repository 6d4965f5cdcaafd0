import ArgumentParser

/// The parts of an exchange that a command prints.
struct PrintedParts: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print the request's and the response's headers too.")
  var verbose = false
  @Option(
    help: ArgumentHelp(
      "The parts to print: H request headers, B request body, h response headers, b body, m timings.",
      valueName: "HBhbm"))
  var print: String?

  func parts() throws(UsageProblem) -> Set<ExchangePrinter.Part> {
    guard let print else {
      return verbose ? [.requestHead, .requestBody, .responseHead, .body] : [.body]
    }
    var result: Set<ExchangePrinter.Part> = []
    for letter in print {
      guard let part = ExchangePrinter.Part(rawValue: letter) else {
        throw UsageProblem(
          what: "--print does not know \(letter).", why: "It takes letters of HBhbm.",
          whatToDo: "For headers and body write --print hb.")
      }
      result.insert(part)
    }
    return result
  }
}
