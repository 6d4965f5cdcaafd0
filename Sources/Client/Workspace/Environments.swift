package import ClientModel
import ClientYAML

/// The environments of a workspace, from `environments.yaml`. Each is a named set of values.
package struct Environments: Hashable, Sendable {
  package private(set) var shared: [String: VariableValue] = [:]
  /// The names in the file's order.
  package private(set) var names: [String] = []
  /// The environments that the file marks as production.
  package private(set) var production: Set<String> = []
  private var layers: [String: [String: VariableValue]] = [:]

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
  /// - Parameters:
  ///   - name: The environment, or nil for the shared values alone.
  ///   - secrets: A function that takes a file name and returns the values in that file. The values
  ///     in `.env` override the shared values, and those in `.env.NAME` override the environment.
  package func layered(
    _ name: String?,
    secrets: (String) throws(WorkspaceProblem) -> [String: SensitiveText] = { _ in [:] }
  ) throws(WorkspaceProblem) -> Environment {
    var layered = Environment(name: name ?? "")
    for (name, value) in shared { layered.define(name, value, in: .shared) }
    try layered.define(secrets, of: DotenvFile.workspace)
    guard let name else { return layered }
    guard let layer = layers[name] else {
      let nearest = NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
      let known = names.isEmpty ? "none" : "only \(names.joined(separator: ", "))"
      throw WorkspaceProblem(
        .environment, what: "There is no environment `\(name)`.",
        why: "environments.yaml defines \(known).",
        whatToDo: nearest + "Add it there, or choose another.")
    }
    for (key, value) in layer { layered.define(key, value, in: .environment(name)) }
    if let file = DotenvFile.name(of: name) { try layered.define(secrets, of: file) }
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

  /// Reads a mapping of names to values.
  static func values(_ node: YAMLNode) throws(YAMLProblem) -> [String: VariableValue] {
    var values: [String: VariableValue] = [:]
    for entry in try node.entries() {
      values[entry.key] = VariableValue(inFile: try entry.value.text())
    }
    return values
  }
}

extension Environment {
  fileprivate mutating func define(
    _ secrets: (String) throws(WorkspaceProblem) -> [String: SensitiveText], of file: String
  ) throws(WorkspaceProblem) {
    for (name, value) in try secrets(file) { define(name, .fixed(value), in: .file(file)) }
  }
}
