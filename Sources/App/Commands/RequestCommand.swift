import ArgumentParser
import ClientModel

/// A command whose arguments describe a request.
///
/// The option groups are not nested in one group. A debug build of the parser checks a nested group
/// four times for each level. In the tests, these checks took 0.2 s per command.
protocol RequestCommand: ClientCommand {
  var request: RequestOptions { get }
  var trust: TrustArguments { get }
  var network: NetworkArguments { get }
  var limits: LimitArguments { get }
  var response: ParsingArguments { get }
  var cache: CacheArguments { get }
  var workspace: WorkspaceOptions { get }
}

extension RequestCommand {
  func requestWords() throws(UsageProblem) -> RequestArguments {
    try request.order(try transportOptions())
  }

  private func transportOptions() throws(UsageProblem) -> TransportOptions {
    var options = TransportOptions()
    options.trust = try trust.options()
    options.route = network.options()
    options.cookies = network.noCookies ? .off : .jar
    try limits.apply(to: &options)
    options.cache = try cache.rule()
    options.parsing = try response.rule()
    return options
  }
}
