package import ClientCatalogs

/// An available API description, identified by the name that files and users use for it.
package struct CatalogSource: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// A document of the workspace, by its path in the workspace.
    case workspace(path: String)
    /// A document that is part of Weir.
    case bundled
  }

  package let name: String
  package let origin: Origin

  package init(_ name: String, _ origin: Origin) {
    self.name = name
    self.origin = origin
  }
}

/// An operation on catalogs. One document is read at a time.
package enum CatalogsEffect: Hashable, Sendable {
  /// Results in `CatalogsEvent.listed`.
  case list
  /// Results in any number of `progressed` events and then in `opened`, `refused` or `stopped`.
  case open(CatalogSource)
  /// Stops reading. A document that is not completely read results in `stopped`.
  case stop
}

/// Events of catalogs.
package enum CatalogsEvent: Sendable {
  /// All catalogs, those of the workspace first.
  case listed([CatalogSource])
  case progressed(String, CatalogProgress)
  case opened(Catalog)
  case refused(String, CatalogProblem)
  case stopped(String)
}
