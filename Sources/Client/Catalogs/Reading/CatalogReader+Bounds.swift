/// Functions that read bounds of values.
extension CatalogReader {
  /// Combines the bounds of all parts into the narrowest ones. Ignores bounds for other kinds of
  /// values.
  ///
  /// - Source: JSON Schema 2020-12, section 6. In OpenAPI 3.0, the exclusive bounds are Booleans.
  func readBounds(of parts: [SchemaPart], into schema: inout Schema) {
    for part in parts {
      switch schema.kind {
      case .integer, .number: narrow(&schema.bounds, byNumbersOf: part.node)
      case .text, .binary: narrow(&schema.bounds, byLengthsOf: part.node)
      case .list: narrow(&schema.bounds, byItemsOf: part.node)
      case .object: narrow(&schema.bounds, byPropertiesOf: part.node)
      case .any, .boolean, .null, .oneOf: return
      }
    }
  }

  private func narrow(_ bounds: inout Schema.Bounds, byNumbersOf spot: FileNode) {
    func number(_ key: StaticString) -> Double? {
      files.field(spot, key).flatMap { files.number($0) }
    }
    func raise(to low: Double, isExclusive: Bool) {
      if let old = bounds.minimum, low < old || (low == old && !isExclusive) { return }
      (bounds.minimum, bounds.isMinimumExclusive) = (low, isExclusive)
    }
    func lower(to high: Double, isExclusive: Bool) {
      if let old = bounds.maximum, high > old || (high == old && !isExclusive) { return }
      (bounds.maximum, bounds.isMaximumExclusive) = (high, isExclusive)
    }
    if let low = number("minimum") {
      raise(to: low, isExclusive: boolean(spot, "exclusiveMinimum") == true)
    }
    if let low = number("exclusiveMinimum") { raise(to: low, isExclusive: true) }
    if let high = number("maximum") {
      lower(to: high, isExclusive: boolean(spot, "exclusiveMaximum") == true)
    }
    if let high = number("exclusiveMaximum") { lower(to: high, isExclusive: true) }
    if bounds.multipleOf == nil, let step = number("multipleOf"), step > 0 {
      bounds.multipleOf = step
    }
  }

  private func narrow(_ bounds: inout Schema.Bounds, byLengthsOf spot: FileNode) {
    bounds.minimumLength = larger(bounds.minimumLength, count(spot, "minLength"))
    bounds.maximumLength = smaller(bounds.maximumLength, count(spot, "maxLength"))
    if bounds.pattern == nil, let pattern = files.field(spot, "pattern") {
      bounds.pattern = files.string(pattern)
    }
  }

  private func narrow(_ bounds: inout Schema.Bounds, byItemsOf spot: FileNode) {
    bounds.minimumItems = larger(bounds.minimumItems, count(spot, "minItems"))
    bounds.maximumItems = smaller(bounds.maximumItems, count(spot, "maxItems"))
    if boolean(spot, "uniqueItems") == true { bounds.hasUniqueItems = true }
  }

  private func narrow(_ bounds: inout Schema.Bounds, byPropertiesOf spot: FileNode) {
    bounds.minimumProperties = larger(bounds.minimumProperties, count(spot, "minProperties"))
    bounds.maximumProperties = smaller(bounds.maximumProperties, count(spot, "maxProperties"))
  }

  private func count(_ spot: FileNode, _ key: StaticString) -> Int? {
    files.field(spot, key).flatMap { files.count($0) }
  }

  private func larger(_ old: Int?, _ new: Int?) -> Int? {
    new.map { max(old ?? $0, $0) } ?? old
  }

  private func smaller(_ old: Int?, _ new: Int?) -> Int? {
    new.map { min(old ?? $0, $0) } ?? old
  }
}
