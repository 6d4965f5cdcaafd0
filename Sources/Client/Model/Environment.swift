/// Named values that fill `{{name}}` templates; layered shared < environment < command line < data.
public struct Environment: Hashable, Sendable {
  /// Empty for the shared layer alone.
  public var name: String
  /// A value that is a reference such as `env:TOKEN` stays one: it is resolved when sent.
  public var values: [String: SensitiveText]
  /// Values that the user did not write: columns of a row, parts of a response. They fill every place
  /// but the text before a URL's path, so that they cannot choose the server; there only a number within
  /// a host is taken, and such a request goes without credentials.
  public var data: [String: SensitiveText]

  /// What the servers of the environment are for.
  package var purpose = Purpose.ordinary

  /// Whether a request to the environment may have effects that its users see.
  package enum Purpose: Hashable, Sendable { case ordinary, production }

  /// Creates an environment with values for templates.
  public init(
    name: String = "", values: [String: SensitiveText] = [:], data: [String: SensitiveText] = [:]
  ) {
    self.name = name
    self.values = values
    self.data = data
  }

  /// This environment with other values laid over it.
  public func overlaid(with upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.values.merge(upper) { _, new in new }
    return result
  }

  /// This environment with columns of a row or parts of a response laid over it.
  public func overlaid(withData upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.data.merge(upper) { _, new in new }
    return result
  }
}
