/// The resolution of a `$ref` that replaces a part of a document.
///
/// OpenAPI defines where a `$ref` is allowed. Public documents also use it in other places, such as
/// for an operation or for the complete `paths`. The meaning of `$ref` is clear in all these
/// places.
extension CatalogReader {
  /// Returns a mapping followed by the mappings that its `$ref` refers to. A field of an earlier
  /// mapping takes precedence over the same field of a later mapping. For a broken reference
  /// without sibling keys, reports a problem and returns an empty array.
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

  /// Returns the value of a key, with its `$ref` followed, or nil if there is none.
  mutating func value(_ spot: FileNode?, _ key: StaticString) throws(CatalogStop) -> FileNode? {
    guard let spot, let value = files.field(spot, key) else { return nil }
    return try followed(value)
  }

  /// Returns the value of a key from the first layer that has the key, with its `$ref` followed, or
  /// nil if there is none.
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

  /// Returns the fields of the mapping for a key, with its `$ref` followed and joined with its
  /// sibling keys.
  mutating func fields(_ spot: FileNode?, _ key: StaticString) throws(CatalogStop) -> [CatalogFiles
    .Field]
  {
    guard let spot, let value = files.field(spot, key) else { return [] }
    // Two statements are needed: `layers` may read files and thus change `self`, and in a single
    // statement, `fields` would be called on an earlier copy of `self`.
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
