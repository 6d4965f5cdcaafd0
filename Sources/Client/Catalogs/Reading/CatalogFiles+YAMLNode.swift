import ClientYAML

extension CatalogFiles {
  /// Converts a value to a YAML node, or returns nil if the value is too large.
  func yaml(_ spot: FileNode) -> YAMLNode? {
    var left = 20_000
    return yaml(spot, depth: 0, &left)
  }

  private func yaml(_ spot: FileNode, depth: Int, _ left: inout Int) -> YAMLNode? {
    left -= 1
    guard left > 0, depth < 50 else { return nil }
    let kind: YAMLNode.Kind
    switch self.kind(spot) {
    case .null, .alias: kind = .null
    case .plain: kind = .plain(string(spot))
    case .text: kind = .text(string(spot))
    case .list:
      var list: [YAMLNode] = []
      for item in items(spot) {
        guard let node = yaml(item, depth: depth + 1, &left) else { return nil }
        list.append(node)
      }
      kind = .list(list)
    case .mapping:
      var all: [YAMLNode.Field] = []
      for field in fields(spot) {
        guard let node = yaml(field.value, depth: depth + 1, &left) else { return nil }
        all.append(
          YAMLNode.Field(key: string(field.key), place: place(field.key), value: node))
      }
      kind = .mapping(all)
    }
    return YAMLNode(kind: kind, place: place(spot))
  }
}
