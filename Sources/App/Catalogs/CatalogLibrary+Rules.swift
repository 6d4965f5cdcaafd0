import ClientCatalogs
import ClientModel
import ViewModels

extension CatalogLibrary {
  /// Adds the response rules of the endpoint's catalog to a draft. The draft's own rules take
  /// precedence.
  ///
  /// - Returns: The draft, and the reason if rules are missing, such as a deleted catalog. The
  ///   reason is nil if the draft names no endpoint. A request without rules can still be sent, but
  ///   its response is not interpreted.
  func ruled(_ draft: Draft) -> (draft: Draft, trouble: Failure?) {
    guard let name = draft.endpoint else { return (draft, nil) }
    do throws(CatalogFailure) {
      guard let rules = try rules(of: name) else {
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

  /// Adds the description of the response status to an exchange. Has no effect if no catalog
  /// describes the request's endpoint.
  func explained(_ exchange: JobExchange) -> JobExchange {
    guard let status = exchange.response?.head?.status, let name = exchange.request?.endpoint,
      // A failed job with a success status gets no description. The description would be above the
      // reason of the failure.
      status >= 400 || exchange.job.state.word != .failed
    else {
      return exchange
    }
    var exchange = exchange
    do throws(CatalogFailure) {
      exchange.meaning = try meaning(of: status, by: name)
    } catch {
      // The status and the response are shown in any case. `weir catalog` reports why the catalog
      // cannot be read.
    }
    return exchange
  }

  private static func withoutRules(_ name: EndpointName, _ why: String) -> Failure {
    Failure(
      .invalidRequest, what: "The response rules of the endpoint \(name.text) were not found.",
      why: why,
      whatToDo:
        "The response is not interpreted. Restore the catalog, or remove `endpoint` from the file.")
  }

  /// Returns the catalog's rules for an endpoint's responses. Returns nil if the catalog or the
  /// endpoint does not exist.
  func rules(of name: EndpointName) throws(CatalogFailure) -> EndpointRules? {
    guard let catalog = try catalog(of: name),
      var rules = catalog.endpoint(name.endpoint)?.rules
    else { return nil }
    if rules.outcome == nil { rules.outcome = catalog.outcome }
    return rules
  }

  /// Returns the description of a response status in the endpoint's catalog. Returns nil if there
  /// is none.
  func meaning(of status: Int, by name: EndpointName) throws(CatalogFailure) -> String? {
    try catalog(of: name)?.endpoint(name.endpoint)?.words(for: status)
  }

  /// Returns an endpoint and its catalog. Returns nil if no catalog describes the endpoint.
  func endpoint(
    _ name: EndpointName
  ) throws(CatalogFailure) -> (endpoint: Endpoint, catalog: Catalog)? {
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
