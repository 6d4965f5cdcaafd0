package import ClientCatalogs

/// An operation on catalogs. One document is read at a time.
package enum CatalogsEffect: FeatureEffect {
  /// Results in `CatalogsEvent.listed`.
  case list
  /// Results in any number of `progressed` events and then in `opened`, `refused` or `stopped`.
  case open(CatalogSource)
  /// Stops reading. Results in `CatalogsEvent.stopped` for a document that is not completely read.
  case stop
}

/// Events of the catalogs.
package enum CatalogsEvent: ListEvent {
  /// All catalogs, those of the workspace first.
  case listed([CatalogSource])
  case progressed(String, CatalogProgress)
  case opened(Catalog)
  case refused(String, CatalogProblem)
  case stopped(String)
  /// The file of a catalog, or a file that it may refer to, was written, moved, created or deleted.
  /// If the workspace is no longer trusted as a result, `AppEvent.place` follows.
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
