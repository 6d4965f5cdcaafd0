import ClientModel

/// The catalog's description of the displayed status.
struct StatusMeaning: Hashable, Sendable {
  let endpoint: EndpointName
  let status: Int
  /// The edition of the catalog, a number that increases each time the catalog is read.
  let edition: Int
  let text: String
}
