package import ClientCatalogs

/// An API description that there is, by the name that files and people use for it.
package struct CatalogSource: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// A document of the workspace, by its path in it.
    case workspace(path: String)
    /// One that comes with Weir.
    case bundled
  }

  package let name: String
  package let origin: Origin

  package init(_ name: String, _ origin: Origin) {
    self.name = name
    self.origin = origin
  }
}

/// What is asked about catalogs; one document is read at a time.
package enum CatalogsEffect: Hashable, Sendable {
  /// Answered by `CatalogsEvent.listed`.
  case list
  /// Answered by `opened`, `refused` or `stopped`, after any number of `progressed`.
  case open(CatalogSource)
  /// Stop reading; the document under way is answered by `stopped`, if it is not read by then.
  case stop
}

/// Events of catalogs.
package enum CatalogsEvent: Sendable {
  /// All there are: those of the workspace first.
  case listed([CatalogSource])
  case progressed(String, CatalogProgress)
  case opened(Catalog)
  case refused(String, CatalogProblem)
  case stopped(String)
}

/// An endpoint of a catalog; servers of a gateway have named endpoints, too.
typealias CatalogEndpoint = ClientCatalogs.Endpoint
