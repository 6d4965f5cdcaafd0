import ClientModel
import ClientYAML

/// The certificate and key files named in a workspace's options.
///
/// The options are read from the YAML, because a draft contains the value of a pin and not the path
/// of its file.
extension Workspace {
  /// The options whose values may be paths of certificate or key files.
  private static let keyOptions: Set<String> = ["cacert", "cert", "key", "pins"]

  /// The certificate and key files in the workspace that gateways and saved requests use, as paths
  /// relative to the workspace.
  var keyFiles: [String] {
    let requests = FileListing.yaml(below: folder.path("requests")).files.map { "requests/\($0)" }
    return (["weir.yaml"] + requests).flatMap(keyFiles(namedIn:))
  }

  private func keyFiles(namedIn path: String) -> [String] {
    do {
      guard let text = try folder.text(path), Self.mayNameKeyFiles(text) else { return [] }
      return Self.words(in: try YAMLDocument.parse(text, file: path)).compactMap(file(namedBy:))
    } catch {
      // Requests cannot be sent from an unreadable file. The error is reported when the file is
      // used.
      return []
    }
  }

  /// Returns whether a file may name certificates or keys. Other files are not parsed, because
  /// there may be 1,000 of them. A text with a backslash is always parsed, because option names may
  /// be escaped.
  private static func mayNameKeyFiles(_ text: String) -> Bool {
    if text.contains(byte: "\\") { return true }
    return text.contains(bytes: "options")
      && ["cert", "key", "pins"].contains { text.contains(bytes: $0) }
  }

  private static func words(in node: YAMLNode) -> [String] {
    switch node.kind {
    case .null, .plain, .text: return []
    case .list(let nodes): return nodes.flatMap(words(in:))
    case .mapping(let fields):
      return fields.flatMap { field -> [String] in
        guard field.key == "options", case .mapping(let options) = field.value.kind else {
          return words(in: field.value)
        }
        return options.filter { keyOptions.contains($0.key) }.flatMap { texts(of: $0.value) }
      }
    }
  }

  private static func texts(of node: YAMLNode) -> [String] {
    switch node.kind {
    case .null, .mapping: []
    case .plain(let text), .text(let text): [text]
    case .list(let nodes): nodes.flatMap(texts(of:))
    }
  }
}
