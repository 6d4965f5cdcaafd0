package import ClientModel
import ClientYAML

/// The named sets of values of a workspace: `environments.yaml`.
package struct Environments: Hashable, Sendable {
  package var shared: [String: SensitiveText] = [:]
  /// In the file's order.
  package private(set) var names: [String] = []
  private var layers: [String: [String: SensitiveText]] = [:]

  package init() {}

  init(_ root: YAMLNode) throws(YAMLProblem) {
    let fields = try root.fields(known: ["shared", "environments"])
    if let node = fields["shared"] { shared = try Self.values(node) }
    for entry in try fields["environments"]?.entries() ?? [] {
      names.append(entry.key)
      layers[entry.key] = try Self.values(entry.value)
    }
  }

  /// Shared values, over them the named environment's, over them those of `--var NAME=VALUE`.
  ///
  /// - Parameter name: Nil takes the shared values alone.
  package func layered(
    _ name: String?, variables: [String] = []
  ) throws(WorkspaceProblem) -> Environment {
    var environment = Environment(name: name ?? "", values: shared)
    if let name {
      guard let layer = layers[name] else {
        let nearest =
          NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
        let known =
          names.isEmpty ? "None is defined" : "Defined are: \(names.joined(separator: ", "))"
        throw WorkspaceProblem(
          .environment, what: "There is no environment `\(name)`.",
          why: "\(known) in environments.yaml.",
          whatToDo: nearest + "Add it there, or choose another.")
      }
      environment = environment.overlaid(with: layer)
    }
    return environment.overlaid(with: try Self.variables(variables))
  }

  /// Values of `NAME=VALUE` words, as `--var` takes them.
  package static func variables(
    _ words: [String]
  ) throws(WorkspaceProblem) -> [String: SensitiveText] {
    var values: [String: SensitiveText] = [:]
    for word in words {
      guard let (name, text) = word.cut(at: "="), !name.isEmpty else {
        throw WorkspaceProblem(
          .environment, what: "The variable `\(word)` cannot be used.",
          why: "It has no name and value.",
          whatToDo: "Write --var NAME=VALUE.")
      }
      values[String(name)] = value(String(text))
    }
    return values
  }

  private static func values(_ node: YAMLNode) throws(YAMLProblem) -> [String: SensitiveText] {
    var values: [String: SensitiveText] = [:]
    for entry in try node.entries() { values[entry.key] = value(try entry.value.text()) }
    return values
  }

  /// A reference stays one: it is looked up when the request is sent.
  private static func value(_ text: String) -> SensitiveText {
    SecretReference(text).map { SensitiveText([.reference($0, .none)]) } ?? SensitiveText(text)
  }
}
