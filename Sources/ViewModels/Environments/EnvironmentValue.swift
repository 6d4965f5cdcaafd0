/// The value of a name in an environment, or a shared value if the environment is nil.
package struct EnvironmentValue: Hashable, Sendable {
  package var name: String
  package var text: String
  package var environment: String?

  package init(_ name: String, _ text: String, in environment: String?) {
    self.name = name
    self.text = text
    self.environment = environment
  }
}
