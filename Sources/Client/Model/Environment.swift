/// Named values for `{{name}}` templates. Later sources take precedence: shared values,
/// environment, command line, data.
public struct Environment: Hashable, Sendable {
  /// The name of the environment. Empty if there are only shared values.
  public var name: String
  /// The values by name. A reference such as `env:TOKEN` is resolved only when the request is sent.
  public var values: [String: SensitiveText]
  /// Values from outside the workspace, such as the columns of a row or parts of a response. They
  /// fill templates anywhere except before the path of a URL, so that they cannot choose the
  /// server. There, only a number within the host name is accepted, and the request is then sent
  /// without credentials.
  public var data: [String: SensitiveText]

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

  /// Returns a copy with added values. They replace existing values of the same name.
  public func overlaid(with upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.values.merge(upper) { _, new in new }
    return result
  }

  /// Returns a copy with added data values, such as columns of a row. They replace existing data
  /// values of the same name.
  public func overlaid(withData upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.data.merge(upper) { _, new in new }
    return result
  }
}
