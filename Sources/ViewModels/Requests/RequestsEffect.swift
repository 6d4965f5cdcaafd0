package import ClientModel

/// An operation on saved requests; names are paths below `requests`, without `.yaml`.
package enum RequestsEffect: Hashable, Sendable {
  case list
  case load(String)
  /// Results in `ComposerEvent.saved` or a notice.
  case save(Draft, name: String, Replacing)
  /// Compares a draft with its file, which has changed on disk. Results in
  /// `ComposerEvent.conflict`.
  case compare(Draft, name: String)
  case rename(String, to: String)
  /// Adds an assertion to a saved request, or to the one in the composer if the name is nil.
  /// Results in a notice, in `ComposerEvent.asserted` or in `AppEvent.assertionRefused`.
  case addAssertion(String, to: String?)
  case duplicate(String)
  case delete(String)
  /// Imports the requests of a file. Results in notices.
  case importFile(String)
  /// Writes the file of a deleted request again.
  case restore(String, file: [UInt8])

  /// The permission to replace an existing file with that name.
  package enum Replacing: Hashable, Sendable { case allowed, refused }
}

/// An event of the saved requests.
package enum RequestsEvent: ListEvent {
  /// The saved requests by name, sorted.
  case names([String])
  /// The methods of saved requests, by the name of the request.
  case methods([String: String])
  /// The workspace's graphs by name, sorted.
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
