import ClientYAML

extension CatalogReader {
  /// What `x-weir-*` says at a place, over what was said around it.
  mutating func endpointRules(_ spot: Spot, over outer: EndpointRules) -> EndpointRules {
    outer
  }
}
