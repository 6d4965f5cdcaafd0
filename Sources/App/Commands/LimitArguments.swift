import ArgumentParser
import ClientModel

/// The options for timeouts, the maximum number of redirects, and the limits of the response.
struct LimitArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The maximum time of the complete exchange, in seconds.", valueName: "s"))
  var timeout: Double?
  @Option(help: ArgumentHelp("The maximum time to connect, including TLS (10).", valueName: "s"))
  var connectTimeout: Double?
  @Option(help: ArgumentHelp("The maximum time until the response begins (60).", valueName: "s"))
  var firstByte: Double?
  @Option(
    help: ArgumentHelp("The maximum time between two bytes of the response (30).", valueName: "s"))
  var idle: Double?
  @Option(
    help: ArgumentHelp(
      "The maximum number of redirects (10); 0 shows the redirect itself.", valueName: "n"))
  var maxRedirects: Int?
  @Option(
    help: ArgumentHelp(
      "A limit for the response: header-block, header-line, decoded-body, body-question (bytes), header-count, interim-responses or decoded-ratio. May be repeated.",
      valueName: "name=n"))
  var limit: [String] = []

  func apply(to options: inout TransportOptions) throws(UsageProblem) {
    if let span = try Self.span(timeout, "--timeout") { options.deadlines.total = span }
    if let span = try Self.span(connectTimeout, "--connect-timeout") {
      options.deadlines.connect = span
    }
    if let span = try Self.span(firstByte, "--first-byte") { options.deadlines.firstByte = span }
    if let span = try Self.span(idle, "--idle") { options.deadlines.idle = span }
    for word in limit { try Self.set(word, in: &options.limits) }
    if let count = maxRedirects {
      options.redirects = count > 0 ? .follow(atMost: count) : .stay
    }
  }

  private static func set(
    _ word: String, in limits: inout TransferLimits
  ) throws(UsageProblem) {
    let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String($0) ?? "" }
    if parts.count == 2, let number = Int(parts[1]), number > 0,
      limits.set(parts[0], to: number)
    {
      return
    }
    throw UsageProblem(
      what: "`\(Console.safe(word))` is not a valid value for --limit.",
      why: "The form is NAME=NUMBER, with a whole number above 0.",
      whatToDo: "The limits are \(TransferLimits.names.joined(separator: ", ")).")
  }

  private static func span(
    _ seconds: Double?, _ option: String
  ) throws(UsageProblem) -> Duration? {
    guard let seconds else { return nil }
    guard seconds > 0, seconds < 1e9 else {
      throw UsageProblem(
        what: "\(option) \(seconds) is not a valid time.", why: "It must be more than 0 seconds.",
        whatToDo: "Omit the option to use the default.")
    }
    return .milliseconds(Int64(seconds * 1000))
  }
}
