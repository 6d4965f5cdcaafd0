/// Where a `$ref` stands in place of a part of a document.
///
/// OpenAPI names the places where it may: public documents have it in others as well, as for an operation
/// or for all of `paths`. Its meaning is clear everywhere.
extension CatalogReader {
  /// A mapping and what its `$ref` adds to it, one after the other: a field of the first counts before that
  /// of a later one. Empty, and noted, for a reference that names nothing where nothing stands beside it.
  mutating func layers(_ spot: Spot) throws(CatalogStop) -> [Spot] {
    var layers = [spot]
    while let reference = reference(layers[layers.count - 1]) {
      guard let next = try resolve(reference) else { break }
      guard !layers.contains(next), layers.count < 200 else {
        note(
          reference, "A reference is left out.",
          "`\(files.string(reference).prefix(200))` leads back to itself.",
          "Correct the name.")
        break
      }
      layers.append(next)
    }
    return layers.filter { files.kind($0) != .mapping || !holdsOnlyReference($0) }
  }

  private func holdsOnlyReference(_ spot: Spot) -> Bool {
    files.node(spot).count == 2 && reference(spot) != nil
  }

  /// The value under a key, its `$ref` followed; nil when there is none.
  mutating func value(_ spot: Spot?, _ key: StaticString) throws(CatalogStop) -> Spot? {
    guard let spot, let value = files.field(spot, key) else { return nil }
    return try followed(value)
  }

  /// The value under a key of the first layer that has it, its `$ref` followed.
  mutating func value(_ layers: [Spot], _ key: StaticString) throws(CatalogStop) -> Spot? {
    try field(layers, key).flatMap { value throws(CatalogStop) in try followed(value) }
  }

  func field(_ layers: [Spot], _ key: StaticString) -> Spot? {
    for layer in layers {
      if let found = files.field(layer, key) { return found }
    }
    return nil
  }

  /// The fields of all layers, each key once.
  func fields(_ layers: [Spot]) -> [CatalogFiles.Field] {
    guard layers.count > 1 else { return layers.first.map { files.fields($0) } ?? [] }
    var seen: Set<String> = ["$ref"]
    return layers.flatMap { files.fields($0) }.filter { seen.insert(files.string($0.key)).inserted }
  }

  /// The fields under a key, its `$ref` followed and joined with what stands beside it.
  mutating func fields(_ spot: Spot?, _ key: StaticString) throws(CatalogStop) -> [CatalogFiles
    .Field]
  {
    guard let spot, let value = files.field(spot, key) else { return [] }
    // Not in one expression: files may be read on the way, and `self` would be what it was before.
    let layers = try layers(value)
    return fields(layers)
  }

  /// A text for people, which may stand in a file of its own.
  mutating func prose(_ layers: [Spot], _ key: StaticString) throws(CatalogStop) -> String? {
    guard let value = try value(layers, key), files.isScalar(value), files.kind(value) != .null
    else { return nil }
    return files.string(value)
  }

  func truth(_ layers: [Spot], _ key: StaticString) -> Bool? {
    for layer in layers {
      if let truth = truth(layer, key) { return truth }
    }
    return nil
  }
}
