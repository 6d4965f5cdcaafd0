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
    guard let name = draft.endpoint,
      draft.remote == nil || draft.outcome == nil || draft.paging == nil
    else {
      return (draft, nil)
    }
    do throws(CatalogFailure) {
      guard let rules = try catalogs.rules(of: name) else {
        return (draft, Self.withoutRules(name, "No catalog of this workspace describes it."))
      }
      var draft = draft
      draft.remote = draft.remote ?? rules.remote
      draft.outcome = draft.outcome ?? rules.outcome
      draft.paging = draft.paging ?? rules.paging
      return (draft, nil)
    } catch {
      switch error {
      case .cancelled: return (draft, nil)
      case .refused(let problem):
        return (draft, Self.withoutRules(name, "\(problem.place): \(problem.why)"))
      }
    }
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
    let found: [CatalogSource]
    do throws(CatalogProblem) { found = try sources() } catch { throw .refused(error) }
    guard let source = found.first(where: { $0.name == name.catalog }) else { return nil }
    let catalog = try open(source)
    guard var rules = catalog.endpoint(name.endpoint)?.rules else { return nil }
    if rules.outcome == nil { rules.outcome = catalog.outcome }
    return rules
  }
}

/// How the responses of an endpoint are taken.
struct ResponseRules {
  let remote: RemoteRule?
  let outcome: OutcomeRule?
  let paging: PagingRule?
}
