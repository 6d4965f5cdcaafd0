/// Named values that fill `{{name}}` templates; layered shared < environment < command line.
public struct Environment: Hashable, Sendable {
  /// Empty for the shared layer alone.
  public var name: String
  /// A value that is a reference such as `env:TOKEN` stays one: it is resolved when sent.
  public var values: [String: SensitiveText]

  public init(name: String = "", values: [String: SensitiveText] = [:]) {
    self.name = name
    self.values = values
  }

  /// This environment with other values laid over it.
  public func overlaid(with upper: [String: SensitiveText]) -> Environment {
    Environment(name: name, values: values.merging(upper) { _, new in new })
  }
}
