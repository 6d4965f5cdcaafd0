/// Identifies an endpoint of a catalog. Files use the notation `catalog#endpoint`.
public struct EndpointName: Hashable, Sendable {
  /// The file name of the catalog, without its extension.
  public var catalog: String
  /// The endpoint's `operationId`, or its method and path, such as `GET /path`.
  public var endpoint: String

  /// Creates a name from its parts.
  public init(catalog: String, endpoint: String) {
    self.catalog = catalog
    self.endpoint = endpoint
  }

  /// Parses `catalog#endpoint`. Returns nil for any other text.
  public init?(_ text: String) {
    guard let mark = text.firstIndex(ofByte: "#") else { return nil }
    let catalog = String(text[..<mark])
    let endpoint = String(text.rest(after: mark))
    guard !catalog.isEmpty, !endpoint.isEmpty else { return nil }
    self.init(catalog: catalog, endpoint: endpoint)
  }

  /// The name in the form `catalog#endpoint`.
  public var text: String { "\(catalog)#\(endpoint)" }
}
