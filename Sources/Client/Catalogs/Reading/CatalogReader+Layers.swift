/// Functions that resolve a `$ref` in any part of a document.
///
/// OpenAPI allows `$ref` only in some positions, but public documents also use it elsewhere, for
/// example for an operation or for all `paths`.
extension CatalogReader {
  /// Returns a mapping and the mappings to which its `$ref` leads. Fields of earlier mappings take
  /// precedence. Reports a broken reference, and returns no layers for a mapping that consists only
  /// of such a reference.
  mutating func layers(_ spot: FileNode) throws(CatalogStop) -> [FileNode] {
    var layers = [spot]
    while let reference = reference(layers[layers.count - 1]) {
      guard let next = try resolve(reference) else { break }
      guard !layers.contains(next), layers.count < 200 else {
        report(
          reference, "A reference is left out.",
          "`\(files.string(reference).prefix(200))` leads back to itself.",
          "Correct the name.")
        break
      }
      layers.append(next)
    }
    return layers.filter { files.kind($0) != .mapping || !holdsOnlyReference($0) }
  }

  private func holdsOnlyReference(_ spot: FileNode) -> Bool {
    files.node(spot).count == 2 && reference(spot) != nil
  }

  /// Returns the value of a key, or the target of a `$ref`. Returns nil if there is no value.
  mutating func value(_ spot: FileNode?, _ key: StaticString) throws(CatalogStop) -> FileNode? {
    guard let spot, let value = files.field(spot, key) else { return nil }
    return try followed(value)
  }

  /// Returns the value of a key in the first layer with the key, or the target of a `$ref`. Returns
  /// nil if there is no value.
  mutating func value(_ layers: [FileNode], _ key: StaticString) throws(CatalogStop) -> FileNode? {
    try field(layers, key).flatMap { value throws(CatalogStop) in try followed(value) }
  }

  func field(_ layers: [FileNode], _ key: StaticString) -> FileNode? {
    for layer in layers {
      if let found = files.field(layer, key) { return found }
    }
    return nil
  }

  /// Returns the fields of all layers, each key once.
  func fields(_ layers: [FileNode]) -> [CatalogFiles.Field] {
    guard layers.count > 1 else { return layers.first.map { files.fields($0) } ?? [] }
    var seen: Set<String> = ["$ref"]
    return layers.flatMap { files.fields($0) }.filter { seen.insert(files.string($0.key)).inserted }
  }

  /// Returns the fields of the mapping under a key, including those of its `$ref` target.
  mutating func fields(_ spot: FileNode?, _ key: StaticString) throws(CatalogStop) -> [CatalogFiles
    .Field]
  {
    guard let spot, let value = files.field(spot, key) else { return [] }
    // `layers` may read files and change `self`, so it must be a separate statement. In a single
    // statement, `fields` would use an earlier copy of `self`.
    let layers = try layers(value)
    return fields(layers)
  }

  /// Reads text for users, which may be in a separate file. Returns nil if there is no text.
  mutating func prose(_ layers: [FileNode], _ key: StaticString) throws(CatalogStop) -> String? {
    guard let value = try value(layers, key), files.isScalar(value), files.kind(value) != .null
    else { return nil }
    return files.string(value)
  }

  func boolean(_ layers: [FileNode], _ key: StaticString) -> Bool? {
    for layer in layers {
      if let truth = boolean(layer, key) { return truth }
    }
    return nil
  }
}
