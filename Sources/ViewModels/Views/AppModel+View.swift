import ClientCatalogs
import ClientModel
import ReadingValues

/// Chooses the rendered view of the visible response: the catalog names it for the endpoint of the request.
extension AppModel {
  /// Gives the response its view once the catalog of its endpoint is read; call it after each turn.
  mutating func followView() -> [Effect] {
    guard let name = response.endpoint else { return response.show(as: nil) }
    if let endpoint = places.catalogs.endpoint(name) {
      return response.show(as: endpoint.rules.view.flatMap(ViewName.init))
    }
    switch places.catalogs.standing(of: name.catalog) {
    // A catalog that is gone takes the view along; there is still the tree.
    case nil where places.catalogs.isListed: return response.show(as: nil)
    case nil, .closed: return places.catalogs.open(name.catalog).map(Effect.catalogs)
    case .waiting, .opening, .stopped, .open, .refused: return []
    }
  }
}
