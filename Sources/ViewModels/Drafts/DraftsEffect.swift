package import ClientModel

/// An operation on the stored requests of this workspace. These are the open requests of this
/// session and of ended sessions.
package enum DraftsEffect: Hashable, Sendable {
  /// Stores the open requests for the next session. Nil deletes the stored requests. Results in
  /// `AppEvent.draftStored`.
  case store(StoredRequests?)
  /// Assigns the stored requests of ended sessions to this session, which has opened them.
  case claim
}
