package import ClientCatalogs

/// An operation on catalogs. Only one document is read at a time.
package enum CatalogsEffect: FeatureEffect {
  /// Lists all catalogs. Results in `CatalogsEvent.folded`, followed by `listed`.
  case list
  /// Reads a catalog. Results in `progressed` events, followed by `opened`, `refused` or `stopped`.
  case open(CatalogSource)
  /// Stops reading. Results in `CatalogsEvent.stopped` if the document is not completely read.
  case stop
  /// Stores, for the next session, the rows whose fold state is not the default.
  case storeFolds(Set<CatalogNode>)
}

/// An event of the catalogs.
package enum CatalogsEvent: ListEvent {
  /// The rows whose fold state was not the default in the last session.
  case folded(Set<CatalogNode>)
  /// All catalogs. Catalogs of the workspace are first.
  case listed([CatalogSource])
  case progressed(String, CatalogProgress)
  case opened(Catalog)
  case refused(String, CatalogProblem)
  case stopped(String)
  /// The file of a catalog, or a file that it may refer to, was written, moved, created or deleted.
  /// If the workspace is then no longer trusted, `AppEvent.place` follows.
  case changed
  /// The user imported a catalog.
  case imported(String)

  static let list: WritableKeyPath<ListSources, CatalogsModel> & Sendable = \.catalogs
}

extension Effect {
  package static func catalogs(_ effect: CatalogsEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func catalogs(_ event: CatalogsEvent) -> AppEvent { .feature(event) }
}
