import ClientModel

/// The catalog's description of the status of the response.
struct StatusMeaning: Hashable, Sendable {
  let endpoint: EndpointName
  let status: Int
  /// The edition of the catalog. It increases each time the catalog is read.
  let edition: Int
  let text: String
}
