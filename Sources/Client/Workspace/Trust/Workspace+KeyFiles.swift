import ClientModel
import ClientYAML

/// The files of certificates and keys that the workspace's options name.
///
/// The options are read from the YAML itself, because a draft contains the value of a pin instead
/// of the file that it was read from.
extension Workspace {
  /// The options whose values may be paths of such files.
  private static let keyOptions: Set<String> = ["cacert", "cert", "key", "pins"]

  /// The paths, within the workspace, of the workspace's own files that options of its gateways and
  /// saved requests name.
  var keyFiles: [String] {
    let requests = FileListing.yaml(below: folder.path("requests")).files.map { "requests/\($0)" }
    return (["weir.yaml"] + requests).flatMap(keyFiles(namedIn:))
  }

  private func keyFiles(namedIn path: String) -> [String] {
    do {
      guard let text = try folder.text(path), Self.mayNameKeyFiles(text) else { return [] }
      return Self.words(in: try YAMLDocument.parse(text, file: path)).compactMap(file(namedBy:))
    } catch {
      // Requests are not sent from an unreadable file; using the file reports the error.
      return []
    }
  }

  /// Returns whether a file's text may name certificates or keys. Any other file is not parsed,
  /// because there may be 1,000 files. In text with a backslash, an option's name may be escaped.
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
