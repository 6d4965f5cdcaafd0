import ClientCatalogs
import ClientModel
import ViewModels

extension ClientSession {
  var catalogs: CatalogLibrary { CatalogLibrary(workspace: workspace.root, places: places) }

  /// The draft with what the catalog of its endpoint says of its responses, where it says nothing of them
  /// itself.
  ///
  /// - Returns: Besides, why there is nothing to be had: the catalog is gone, say. The request can go out
  ///   all the same, and its response is then taken as it is.
  func ruled(_ draft: Draft) -> (draft: Draft, trouble: Failure?) {
    guard let name = draft.endpoint else { return (draft, nil) }
    do throws(CatalogFailure) {
      guard let rules = try catalogs.rules(of: name) else {
        return (draft, Self.withoutRules(name, "No catalog of this workspace describes it."))
      }
      return (rules.filling(draft), nil)
    } catch {
      switch error {
      case .cancelled: return (draft, nil)
      case .refused(let problem):
        return (draft, Self.withoutRules(name, "\(problem.place): \(problem.why)"))
      }
    }
  }

  /// The exchange with the catalog's words for its status, where a catalog describes its endpoint.
  func explained(_ exchange: JobExchange) -> JobExchange {
    guard let status = exchange.response?.head?.status, let name = exchange.request?.endpoint,
      // What it says of a success would stand above the reason of the failure.
      status >= 400 || exchange.job.state.word != .failed
    else {
      return exchange
    }
    var exchange = exchange
    do throws(CatalogFailure) {
      exchange.meaning = try catalogs.meaning(of: status, by: name)
    } catch {
      // The status and the response say what happened; `weir catalog` reports why it cannot be read.
    }
    return exchange
  }

  private static func withoutRules(_ name: EndpointName, _ why: String) -> Failure {
    Failure(
      .invalidRequest, what: "Nothing is known of the endpoint \(name.text).", why: why,
      whatToDo:
        "Its response is taken as it is. Put the catalog back, or take `endpoint` out of the file.")
  }
}

extension CatalogLibrary {
  /// What the catalog says of an endpoint's responses; nil where there is no such catalog or endpoint.
  func rules(of name: EndpointName) throws(CatalogFailure) -> EndpointRules? {
    guard let catalog = try catalog(of: name),
      var rules = catalog.endpoint(name.endpoint)?.rules
    else { return nil }
    if rules.outcome == nil { rules.outcome = catalog.outcome }
    return rules
  }

  /// What a status of an endpoint means in the catalog's words; nil where it has none.
  func meaning(of status: Int, by name: EndpointName) throws(CatalogFailure) -> String? {
    try catalog(of: name)?.endpoint(name.endpoint)?.words(for: status)
  }

  /// An endpoint and the catalog that describes it; nil where there is none.
  func endpoint(
    _ name: EndpointName
  ) throws(CatalogFailure) -> (endpoint: ClientCatalogs.Endpoint, catalog: Catalog)? {
    guard let catalog = try catalog(of: name), let endpoint = catalog.endpoint(name.endpoint) else {
      return nil
    }
    return (endpoint, catalog)
  }

  private func catalog(of name: EndpointName) throws(CatalogFailure) -> Catalog? {
    let found: [CatalogSource]
    do throws(CatalogProblem) { found = try sources() } catch { throw .refused(error) }
    guard let source = found.first(where: { $0.name == name.catalog }) else { return nil }
    return try open(source)
  }
}
