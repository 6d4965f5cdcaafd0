import ClientModel

/// The description of the response status in the catalog.
struct StatusMeaning: Hashable, Sendable {
  let endpoint: EndpointName
  let status: Int
  /// The edition of the catalog. The edition increases each time the catalog is read.
  let edition: Int
  let text: String
}
