import ClientCatalogs
import ClientModel
import ClientPipeline

/// The response rules of endpoints. They are read from catalogs.
struct ResponseRules: Sendable {
  private var known: [EndpointName: EndpointRules] = [:]

  /// Returns the draft with the rules of its endpoint.
  mutating func fill(_ draft: Draft, from catalogs: CatalogLibrary) -> Draft {
    guard let name = draft.endpoint else { return draft }
    if let rules = known[name] { return rules.filling(draft) }
    do throws(CatalogFailure) {
      let rules = try catalogs.rules(of: name) ?? EndpointRules()
      known[name] = rules
      return rules.filling(draft)
    } catch {
      // The composer reports an unusable catalog instead of showing the endpoint's form.
      return draft
    }
  }

  mutating func removeAll() { known = [:] }
}
