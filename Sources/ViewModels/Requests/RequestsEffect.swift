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

  /// The treatment of an existing file with that name: whether it may be replaced.
  package enum Replacing: Hashable, Sendable { case allowed, refused }
}
