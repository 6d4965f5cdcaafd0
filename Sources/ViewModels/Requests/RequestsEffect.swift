package import ClientModel

/// An operation on saved requests. The name of a request is the path below `requests`, excluding
/// `.yaml`.
package enum RequestsEffect: Hashable, Sendable {
  case list
  case load(String)
  /// Saves a draft under a name. Results in `ComposerEvent.saved` or a notice.
  case save(Draft, name: String, Replacing)
  /// Compares a draft with its file, which changed on disk. Results in `ComposerEvent.conflict`.
  case compare(Draft, name: String)
  /// Renames or moves requests and folders. Results in `ComposerEvent.moved` or a notice. Nothing
  /// is moved if one of the new names is taken.
  case move([SavedMove])
  /// Undoes a move. Results in `ComposerEvent.movedBack` or a notice.
  case moveBack([SavedMove])
  case makeFolder(String)
  /// Adds an assertion to a saved request. Nil means the request in the composer. Results in a
  /// notice, in `ComposerEvent.asserted` or in `AppEvent.assertionRefused`.
  case addAssertion(String, to: String?)
  /// Copies requests and folders under free names.
  case duplicate([SavedItem])
  /// Deletes requests and folders. Results in `ComposerEvent.deleted` or a notice.
  case delete([SavedItem])
  /// Imports the requests of a file. Results in notices or in `AppEvent.importRefused`.
  case importFile(String)
  /// Writes the files of deleted requests again and creates their deleted folders.
  case restore([DeletedRequest], folders: [String])

  /// The permission to replace an existing file of the same name.
  package enum Replacing: Hashable, Sendable { case allowed, refused }
}

/// An event of the saved requests.
package enum RequestsEvent: ListEvent {
  /// The sorted names of the saved requests.
  case names([String])
  /// The heads of the saved requests. The key is the name of the request.
  case heads([String: RequestHead])
  /// The sorted names of the workspace's graphs.
  case graphs([String])
  /// Requests and folders were copied.
  case copied([SavedItem], as: [SavedItem])
  /// The paths of all folders, also of those without requests.
  case folders([String])

  static let list: WritableKeyPath<ListSources, RequestsList> & Sendable = \.requests
}

extension AppEvent {
  package static func copied(_ items: [SavedItem], as copies: [SavedItem]) -> AppEvent {
    .feature(RequestsEvent.copied(items, as: copies))
  }
  package static func requests(_ names: [String]) -> AppEvent {
    .feature(RequestsEvent.names(names))
  }
  package static func requestHeads(_ heads: [String: RequestHead]) -> AppEvent {
    .feature(RequestsEvent.heads(heads))
  }
  package static func requestFolders(_ folders: [String]) -> AppEvent {
    .feature(RequestsEvent.folders(folders))
  }
  package static func graphNames(_ names: [String]) -> AppEvent {
    .feature(RequestsEvent.graphs(names))
  }
}
