import ClientModel

/// What the catalog of a request's endpoint says of the status on show.
struct StatusMeaning: Hashable, Sendable {
  let endpoint: EndpointName
  let status: Int
  /// The edition of the catalog, a number that increases each time the catalog is read.
  let edition: Int
  let text: String
}

extension AppModel {
  /// Looks up what the status on show means; its catalog is read when it is not yet.
  mutating func followStatus() -> [Effect] {
    guard let name = response.request?.endpoint, let status = response.head?.status else {
      response.exchange.meaning = nil
      return []
    }
    let edition = places.catalogs.edition(of: name.catalog)
    if let known = response.exchange.meaning, known.endpoint == name, known.status == status,
      known.edition == edition
    {
      return []
    }
    guard let endpoint = places.catalogs.endpoint(name) else {
      response.exchange.meaning = nil
      switch places.catalogs.standing(of: name.catalog) {
      case nil where !places.catalogs.isListed:
        return places.catalogs.open(name.catalog).map(Effect.catalogs)
      case .closed: return places.catalogs.open(name.catalog).map(Effect.catalogs)
      default: return []
      }
    }
    response.exchange.meaning = StatusMeaning(
      endpoint: name, status: status, edition: edition,
      text: CatalogsModel.line(endpoint.explain(status: status)))
    return []
  }
}
