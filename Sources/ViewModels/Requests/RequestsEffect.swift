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
  case rename(String, to: String)
  /// Adds an assertion to a saved request. Nil means the request in the composer. Results in a
  /// notice, in `ComposerEvent.asserted` or in `AppEvent.assertionRefused`.
  case addAssertion(String, to: String?)
  case duplicate(String)
  case delete(String)
  /// Imports the requests of a file. Results in notices.
  case importFile(String)
  /// Writes the file of a deleted request again.
  case restore(String, file: [UInt8])

  /// The permission to replace an existing file of the same name.
  package enum Replacing: Hashable, Sendable { case allowed, refused }
}

/// An event of the saved requests.
package enum RequestsEvent: ListEvent {
  /// The sorted names of the saved requests.
  case names([String])
  /// The methods of the saved requests. The key is the name of the request.
  case methods([String: String])
  /// The sorted names of the workspace's graphs.
  case graphs([String])

  static let list: WritableKeyPath<ListSources, RequestsList> & Sendable = \.requests
}

extension AppEvent {
  package static func requests(_ names: [String]) -> AppEvent {
    .feature(RequestsEvent.names(names))
  }
  package static func requestMethods(_ methods: [String: String]) -> AppEvent {
    .feature(RequestsEvent.methods(methods))
  }
  package static func graphNames(_ names: [String]) -> AppEvent {
    .feature(RequestsEvent.graphs(names))
  }
}
