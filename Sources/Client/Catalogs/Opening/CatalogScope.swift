/// The folder beyond which no reference of a document is followed.
enum CatalogScope {
  case workspace
  /// The folder of a document that is imported.
  case document

  /// Why a path that leads out of it is refused, and what to do instead.
  var refusal: (why: String, whatToDo: String) {
    switch self {
    case .workspace:
      (
        "It leads out of the workspace.",
        "Put that file into the workspace's `catalogs`, and refer to it there."
      )
    case .document:
      (
        "It leads out of the document's folder.",
        "Put both files into one folder, and make the reference relative to it."
      )
    }
  }
}
