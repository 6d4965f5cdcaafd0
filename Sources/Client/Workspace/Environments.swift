package import ClientModel
import ClientYAML

/// The environments of a workspace, from `environments.yaml`. Each is a named set of values.
package struct Environments: Hashable, Sendable {
  package var shared: [String: SensitiveText] = [:]
  /// The names in the file's order.
  package private(set) var names: [String] = []
  /// The environments that the file marks as production.
  package private(set) var production: Set<String> = []
  private var layers: [String: [String: SensitiveText]] = [:]

  /// The key that marks a production environment, with the value `true` or `false`. Templates
  /// cannot use this name.
  static let productionKey = "production"

  package init() {}

  init(_ root: YAMLNode) throws(YAMLProblem) {
    let fields = try root.fields(known: ["shared", "environments"])
    if let node = fields["shared"] { shared = try Self.values(node) }
    for entry in try fields["environments"]?.entries() ?? [] {
      names.append(entry.key)
      let isMarked = try Self.mark(in: entry.value)
      if isMarked { production.insert(entry.key) }
      layers[entry.key] = try Self.values(entry.value).filter { $0.key != Self.productionKey }
    }
  }

  /// Returns the shared values, overridden by those of an environment.
  ///
  /// - Parameter name: The environment, or nil for the shared values alone.
  package func layered(_ name: String?) throws(WorkspaceProblem) -> Environment {
    let environment = Environment(name: name ?? "", values: shared)
    guard let name else { return environment }
    guard let layer = layers[name] else {
      let nearest = NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
      let known = names.isEmpty ? "none" : "only \(names.joined(separator: ", "))"
      throw WorkspaceProblem(
        .environment, what: "There is no environment `\(name)`.",
        why: "environments.yaml defines \(known).",
        whatToDo: nearest + "Add it there, or choose another.")
    }
    var layered = environment.overlaid(with: layer)
    if production.contains(name) { layered.purpose = .production }
    return layered
  }

  private static func mark(in node: YAMLNode) throws(YAMLProblem) -> Bool {
    guard let mark = try node.entries().first(where: { $0.key == productionKey }) else {
      return false
    }
    if case .plain(let word) = mark.value.kind, word == "true" || word == "false" {
      return word == "true"
    }
    throw YAMLProblem(
      mark.value.place,
      why: "`\(productionKey)` marks a production environment and must be true or false.",
      whatToDo: "Write true or false, or give the value another name.")
  }

  private static func values(_ node: YAMLNode) throws(YAMLProblem) -> [String: SensitiveText] {
    var values: [String: SensitiveText] = [:]
    for entry in try node.entries() { values[entry.key] = value(try entry.value.text()) }
    return values
  }

  /// Returns a value. A reference is not resolved before the request is sent.
  private static func value(_ text: String) -> SensitiveText {
    SecretReference(text).map { SensitiveText([.reference($0, .none)]) } ?? SensitiveText(text)
  }
}
