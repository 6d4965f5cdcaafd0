import ArgumentParser

/// The parts of an exchange that a command prints.
struct PrintedParts: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Also print the headers of the request and the response.")
  var verbose = false
  @Option(
    help: ArgumentHelp(
      "The parts to print: H request headers, B request body, h response headers, b body, m timings.",
      valueName: "HBhbm"))
  var print: String?

  /// Applies the option to the progress of long operations.
  func validate() {
    if verbose { ProgressWriter.wish.withLock { $0.detail = .verbose } }
  }

  func parts() throws(UsageProblem) -> Set<ExchangePrinter.Part> {
    guard let print else {
      return verbose ? [.requestHead, .requestBody, .responseHead, .body] : [.body]
    }
    var result: Set<ExchangePrinter.Part> = []
    for letter in print {
      guard let part = ExchangePrinter.Part(rawValue: letter) else {
        throw UsageProblem(
          what: "`\(letter)` is not a valid part for --print.",
          why: "The parts are H, B, h, b and m.",
          whatToDo: "For headers and body, write --print hb.")
      }
      result.insert(part)
    }
    return result
  }
}
