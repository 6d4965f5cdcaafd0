/// An available API description. Files and users refer to it by name.
package struct CatalogSource: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// A document of the workspace, identified by the path in the workspace.
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
