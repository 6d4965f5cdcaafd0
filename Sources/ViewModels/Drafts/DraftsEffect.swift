package import ClientModel

/// An operation on the stored requests of this workspace. They are the open requests of this
/// session and of sessions that ended.
package enum DraftsEffect: Hashable, Sendable {
  /// Stores the open requests for the next session. For nil, deletes the stored requests. Results
  /// in `AppEvent.draftStored`.
  case store(StoredRequests?)
  /// Makes the stored requests of ended sessions belong to this session, which has opened them.
  case claim
}
