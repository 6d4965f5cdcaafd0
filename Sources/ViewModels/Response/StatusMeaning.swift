import ClientModel

/// What the catalog of a request's endpoint says of the status on show.
struct StatusMeaning: Hashable, Sendable {
  let endpoint: EndpointName
  let status: Int
  /// The edition of the catalog, a number that increases each time the catalog is read.
  let edition: Int
  let text: String
}

extension ResponseModel {
  /// The catalog's description of the status; nil if there is none, or if it equals the server's reason
  /// phrase.
  package var statusWords: String? {
    guard let meaning, let head, head.status == meaning.status, !meaning.text.isEmpty,
      meaning.text.lowercased() != head.reason.lowercased()
    else { return nil }
    return meaning.text
  }
}

extension AppModel {
  /// Looks up what the status on show means; its catalog is read when it is not yet.
  mutating func followStatus() -> [Effect] {
    guard let name = response.request?.endpoint, let status = response.head?.status else {
      response.meaning = nil
      return []
    }
    let edition = places.catalogs.edition(of: name.catalog)
    if let known = response.meaning, known.endpoint == name, known.status == status,
      known.edition == edition
    {
      return []
    }
    guard let endpoint = places.catalogs.endpoint(name) else {
      response.meaning = nil
      switch places.catalogs.standing(of: name.catalog) {
      case nil where !places.catalogs.isListed:
        return places.catalogs.open(name.catalog).map(Effect.catalogs)
      case .closed: return places.catalogs.open(name.catalog).map(Effect.catalogs)
      default: return []
      }
    }
    response.meaning = StatusMeaning(
      endpoint: name, status: status, edition: edition,
      text: CatalogsModel.line(endpoint.explain(status: status)))
    return []
  }
}
