package import ClientModel

/// The named sets of values of a workspace: `environments.yaml`.
package struct Environments: Hashable, Sendable {
  package var shared: [String: SensitiveText]
  /// In the file's order.
  package var named: [(name: String, values: [String: SensitiveText])] {
    order.map { ($0, layers[$0] ?? [:]) }
  }
  var order: [String]
  var layers: [String: [String: SensitiveText]]

  package init() {
    shared = [:]
    order = []
    layers = [:]
  }

  package var names: [String] { order }

  /// Shared values, over them the named environment's, over them those of `--var NAME=VALUE`.
  ///
  /// - Parameter name: Nil takes the shared values alone.
  package func layered(
    _ name: String?, variables: [String] = []
  ) throws(WorkspaceProblem) -> Environment { Environment() }
}
