import ClientCatalogs
import ClientModel

/// The result of looking up a request's endpoint in the catalogs.
enum EndpointSearch {
  case described(Endpoint, in: Catalog, edition: Int)
  /// The catalog is not read yet, or its reading was stopped.
  case awaited([CatalogsEffect])
  case refused(CatalogProblem)
  case noCatalog
  case noEndpoint
}

extension CatalogsModel {
  /// Looks up an endpoint. Starts to read its catalog if the catalog was not requested yet.
  mutating func find(_ name: EndpointName) -> EndpointSearch {
    if let catalog = catalog(name.catalog) {
      guard let endpoint = catalog.endpoint(name.endpoint) else { return .noEndpoint }
      return .described(endpoint, in: catalog, edition: edition(of: name.catalog))
    }
    switch loadState(of: name.catalog) {
    case nil where isListed: return .noCatalog
    case .refused(let problem): return .refused(problem)
    case .waiting, .opening, .stopped, .open: return .awaited([])
    case nil, .closed: return .awaited(open(name.catalog))
    }
  }
}

extension EndpointSearch {
  /// Returns the reason why an endpoint has no form. Returns nil if it has a form or its catalog is
  /// not read yet.
  func absence(of name: EndpointName) -> String? {
    switch self {
    case .described, .awaited: nil
    case .refused(let problem): "\(problem.place): \(problem.why)"
    case .noCatalog: "This workspace has no catalog named \(name.catalog)."
    case .noEndpoint: "The catalog \(name.catalog) has no endpoint named \(name.endpoint)."
    }
  }
}
