/// Which endpoint of which catalog a draft was made from; `catalog#endpoint` in files.
public struct EndpointName: Hashable, Sendable {
  /// The catalog's file name without extension.
  public var catalog: String
  /// The endpoint's `operationId`, or `GET /path`.
  public var endpoint: String

  /// Creates the name of an endpoint in a catalog.
  public init(catalog: String, endpoint: String) {
    self.catalog = catalog
    self.endpoint = endpoint
  }

  /// Nil for a text that is not `catalog#endpoint`.
  public init?(_ text: String) {
    guard let mark = text.firstIndex(ofByte: "#") else { return nil }
    let catalog = String(text[..<mark])
    let endpoint = String(text.rest(after: mark))
    guard !catalog.isEmpty, !endpoint.isEmpty else { return nil }
    self.init(catalog: catalog, endpoint: endpoint)
  }

  /// The name as it is written: `catalog#endpoint`.
  public var text: String { "\(catalog)#\(endpoint)" }
}
