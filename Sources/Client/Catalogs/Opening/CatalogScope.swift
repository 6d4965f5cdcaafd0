/// The folder that must contain all files to which a document refers.
enum CatalogScope {
  case workspace
  /// The folder of an imported document.
  case document

  /// The reason why a path outside the folder is refused, and what the user can do.
  var refusal: (why: String, whatToDo: String) {
    switch self {
    case .workspace:
      (
        "It leads outside the workspace.",
        "Put that file into the workspace's `catalogs` folder, and refer to it there."
      )
    case .document:
      (
        "It leads outside the document's folder.",
        "Put both files into one folder, and make the reference relative to it."
      )
    }
  }
}
