import ClientModel
import ClientYAML

/// Checks that the inputs named in extensions exist.
extension CatalogReader {
  /// Reports names that match no parameter, filter or body field. Must be called after the schemas
  /// have been read.
  mutating func noteUnknownInputs(of endpoint: Endpoint, at spot: FileNode) {
    let rules = endpoint.rules
    guard
      files.hasField(spot, "x-weir-one-of") || files.hasField(spot, "x-weir-bulk")
        || files.hasField(spot, "x-weir-allowed-filters")
        || files.hasField(spot, "x-weir-path-filters"),
      let known = inputs(of: endpoint)
    else { return }
    let lists: [(StaticString, [String])] = [
      ("x-weir-one-of", rules.oneOf.flatMap(\.inputs)), ("x-weir-bulk", rules.bulk),
      ("x-weir-allowed-filters", rules.allowedFilters ?? []),
    ]
    for (key, names) in lists {
      guard let place = files.field(spot, key) else { continue }
      for name in names where !known.contains(name) {
        let nearest =
          NearestWord.nearest(to: name, in: known.sorted()).map { "Did you mean `\($0)`? " } ?? ""
        report(
          place, "A name in `\(key)` has no effect.",
          "\(endpoint.method) \(endpoint.path) has no input `\(name.prefix(80))`.",
          nearest + "Name a parameter, a filter or a field of the body.")
      }
    }
    guard let place = files.field(spot, "x-weir-path-filters"),
      let parameter = rules.pathFilters?.parameter,
      !PathTemplate.names(in: endpoint.path).contains(parameter)
    else { return }
    report(
      place, "`x-weir-path-filters` has no effect.",
      "The path has no `{\(parameter.prefix(80))}`.",
      "Write it into the path, or name another parameter.")
  }

  /// Returns the names of all inputs, or nil if a body may have fields with any name.
  private func inputs(of endpoint: Endpoint) -> Set<String>? {
    var names = Set(endpoint.parameters.map(\.name))
    names.formUnion(endpoint.rules.projections)
    for filter in endpoint.rules.pathFilters?.filters ?? [] { names.insert(filter.name) }
    var waiting = endpoint.bodies.compactMap(\.schema)
    var seen = Set(waiting)
    while let id = waiting.popLast() {
      switch schemas[id].kind {
      case .object(let properties, let others):
        if others != nil { return nil }
        names.formUnion(properties.map(\.name))
      case .oneOf(let ids): waiting += ids.filter { seen.insert($0).inserted }
      case .any: return nil
      case .text, .integer, .number, .boolean, .null, .binary, .list: continue
      }
    }
    return names
  }
}
