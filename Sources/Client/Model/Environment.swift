/// Named values for `{{name}}` templates. The precedence is shared < environment < command line <
/// data.
public struct Environment: Hashable, Sendable {
  /// The name of the environment, or an empty string for only the shared values.
  public var name: String
  /// The values by name. A reference such as `env:TOKEN` is resolved when the request is sent.
  public var values: [String: SensitiveText]
  /// Values that the user did not write, such as the columns of a row and parts of a response. Such
  /// a value fills templates without restriction, except in the text before the path of a URL.
  /// There, it is accepted only as a number within the host name, so that it cannot choose the
  /// server, and the request is then sent without credentials.
  public var data: [String: SensitiveText]

  /// The kind of the environment's servers.
  package var purpose = Purpose.ordinary

  /// The kind of servers. Requests to `production` have effects for real users.
  package enum Purpose: Hashable, Sendable { case ordinary, production }

  /// Creates an environment with values for templates.
  public init(
    name: String = "", values: [String: SensitiveText] = [:], data: [String: SensitiveText] = [:]
  ) {
    self.name = name
    self.values = values
    self.data = data
  }

  /// Returns this environment with values that replace or extend its own.
  public func overlaid(with upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.values.merge(upper) { _, new in new }
    return result
  }

  /// Returns this environment with data values, such as columns of a row or parts of a response,
  /// that replace or extend its own.
  public func overlaid(withData upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.data.merge(upper) { _, new in new }
    return result
  }
}
