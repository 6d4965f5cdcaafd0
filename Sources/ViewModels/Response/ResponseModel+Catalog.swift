import ClientCatalogs
package import ClientModel

/// The catalog's description of the response: the recommended view, and the meaning of the status.
extension ResponseModel {
  /// The endpoint of the displayed request.
  package var endpoint: EndpointName? { request?.endpoint }

  /// Applies the view and the meaning of the status from the catalog, once the catalog is read.
  mutating func follow(_ catalogs: inout CatalogsModel) -> [Effect] {
    guard let name = endpoint else {
      exchange.meaning = nil
      return show(as: nil)
    }
    switch catalogs.find(name) {
    case .described(let endpoint, in: _, let edition):
      explain(by: endpoint, name, edition)
      return show(as: endpoint.rules.view)
    case .noCatalog:
      // Without the catalog there is no view. The tree remains.
      exchange.meaning = nil
      return show(as: nil)
    case .awaited(let effects):
      exchange.meaning = nil
      return effects.map(Effect.catalogs)
    case .refused, .noEndpoint:
      exchange.meaning = nil
      return []
    }
  }

  /// Sets the meaning of the status, once for each edition of the catalog.
  private mutating func explain(by endpoint: Endpoint, _ name: EndpointName, _ edition: Int) {
    guard let status = head?.status else {
      exchange.meaning = nil
      return
    }
    if let known = exchange.meaning, known.endpoint == name, known.status == status,
      known.edition == edition
    {
      return
    }
    exchange.meaning = StatusMeaning(
      endpoint: name, status: status, edition: edition,
      text: CatalogsModel.line(endpoint.explain(status: status)))
  }

  /// Sets the view that the catalog defines for the displayed request.
  package mutating func show(as plan: ViewPlan?) -> [Effect] {
    guard rendered.plan != plan else { return [] }
    rendered.choose(plan)
    lists.reset(.view)
    if plan == nil, tab == .view { tabChoice.fallBack() }
    return renders()
  }
}
