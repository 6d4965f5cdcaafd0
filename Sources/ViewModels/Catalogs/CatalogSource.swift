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
