import ClientModel

/// What the catalog of a request's endpoint says of the status on show.
struct StatusMeaning: Hashable, Sendable {
  let endpoint: EndpointName
  let status: Int
  /// The edition of the catalog, a number that increases each time the catalog is read.
  let edition: Int
  let text: String
}
