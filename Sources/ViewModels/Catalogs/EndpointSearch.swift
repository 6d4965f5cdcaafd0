import ClientCatalogs
import ClientModel

/// What the catalogs contain about the endpoint of a request.
enum EndpointSearch {
  case described(CatalogEndpoint, in: Catalog, edition: Int)
  /// Its catalog is not read yet, or its reading was stopped.
  case awaited([CatalogsEffect])
  case refused(CatalogProblem)
  case noCatalog
  case noEndpoint
}

extension CatalogsModel {
  /// Looks an endpoint up; its catalog is read if nobody asked for it yet.
  mutating func find(_ name: EndpointName) -> EndpointSearch {
    if let catalog = catalog(name.catalog) {
      guard let endpoint = catalog.endpoint(name.endpoint) else { return .noEndpoint }
      return .described(endpoint, in: catalog, edition: edition(of: name.catalog))
    }
    switch standing(of: name.catalog) {
    case nil where isListed: return .noCatalog
    case .refused(let problem): return .refused(problem)
    case .waiting, .opening, .stopped, .open: return .awaited([])
    case nil, .closed: return .awaited(open(name.catalog))
    }
  }
}

extension EndpointSearch {
  /// Why an endpoint has no form; nil while that is not known.
  func absence(of name: EndpointName) -> String? {
    switch self {
    case .described, .awaited: nil
    case .refused(let problem): "\(problem.place): \(problem.why)"
    case .noCatalog: "There is no catalog \(name.catalog) in this workspace."
    case .noEndpoint: "The catalog \(name.catalog) describes no endpoint \(name.endpoint)."
    }
  }
}
