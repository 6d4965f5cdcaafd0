import ClientModel
import ClientYAML

extension CredentialNames {
  /// Reads `secrets` of `weir.yaml`. In this workspace, fields under `names` are credentials, and
  /// fields under `plain` are not.
  init(_ node: YAMLNode) throws(YAMLProblem) {
    let fields = try node.fields(known: ["names", "plain"])
    self.init(adding: try Self.list(fields["names"]), plain: try Self.list(fields["plain"]))
  }

  private static func list(_ node: YAMLNode?) throws(YAMLProblem) -> [String] {
    var names: [String] = []
    for entry in try node?.list() ?? [] { names.append(try entry.text()) }
    return names
  }
}
