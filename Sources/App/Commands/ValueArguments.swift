import ArgumentParser
import ClientModel

/// The options of `weir value set` that choose how a key is stored.
struct ValueArguments: ParsableArguments {
  enum Secrecy: String, EnumerableFlag { case secret, open }

  @Option(
    help: ArgumentHelp(
      "gzip or base64 (encodings, which hide nothing), aes-gcm=REFERENCE, program=PATH, or none. May "
        + "be repeated; the steps are applied in this order.", valueName: "step"))
  var transform: [String] = []
  @Flag(
    help:
      "Seal the value in the store, or no longer seal it; a secret value is shown only with --reveal."
  )
  var secrecy: Secrecy?

  /// Returns the chosen rule, or nil if no option is given. The key then keeps its rule.
  func rule() throws(Failure) -> SharedRule? {
    guard !transform.isEmpty || secrecy != nil else { return nil }
    var steps: [ValueTransform] = []
    for word in transform where word != "none" { steps.append(try ValueTransform(word)) }
    return SharedRule(steps, secrecy: secrecy == .secret ? .secret : .open)
  }

  /// Refuses to make a secret key readable unless an option says so explicitly.
  func check(_ rule: SharedRule?, over present: SharedRule?) throws(UsageProblem) {
    guard let rule, present?.isSecret ?? false, !rule.isSecret, secrecy != .open else { return }
    throw UsageProblem(
      what: "The shared value was not set.",
      why: "It is secret, and --transform would store it in plain text.",
      whatToDo: "Add --secret, or --open if anyone may read it.")
  }
}

/// The key of a shared value on the command line.
struct ValueKey: ExpressibleByArgument {
  let key: SharedKey

  init?(argument: String) {
    guard let key = SharedKey(argument) else { return nil }
    self.key = key
  }
}
