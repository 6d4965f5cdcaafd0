import ClientModel
import ClientYAML

/// The certificate and key files named in a workspace's options.
///
/// The options are read from the YAML, because a draft contains a pin's value instead of its file.
extension Workspace {
  /// The options whose values may be such paths.
  private static let keyOptions: Set<String> = ["cacert", "cert", "key", "pins"]

  /// The workspace's own files named by options of gateways and saved requests. The paths are
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
      // An unreadable file sends no requests. Using the file reports the error.
      return []
    }
  }

  /// Returns whether a file may name certificates or keys. Only such a file is parsed, because
  /// there may be 1,000 files. A backslash may escape an option's name, so text with a backslash
  /// counts.
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
