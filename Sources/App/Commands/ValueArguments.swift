import ArgumentParser
import ClientModel

/// The options of `weir value set` for the storage of a key.
struct ValueArguments: ParsableArguments {
  enum Secrecy: String, EnumerableFlag { case secret, open }

  @Option(
    help: ArgumentHelp(
      "gzip, base64, aes-gcm=REFERENCE, program=PATH, or none. gzip and base64 do not encrypt. "
        + "May be repeated; the steps are applied in the given order.", valueName: "step"))
  var transform: [String] = []
  @Flag(
    help:
      "Encrypt the value in the store (--secret), or stop encrypting it (--open). A secret value is shown only with --reveal."
  )
  var secrecy: Secrecy?

  /// Returns the chosen rule. Returns nil if no option is given. The key then keeps its rule.
  func rule() throws(Failure) -> SharedRule? {
    guard !transform.isEmpty || secrecy != nil else { return nil }
    var steps: [ValueTransform] = []
    for word in transform where word != "none" { steps.append(try ValueTransform(word)) }
    return SharedRule(steps, secrecy: secrecy == .secret ? .secret : .open)
  }

  /// Throws an error if the rule would make a secret value readable and `--open` is missing.
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
