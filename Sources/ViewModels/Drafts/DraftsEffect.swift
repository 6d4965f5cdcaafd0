package import ClientModel

/// An operation on the stored requests of this workspace that are open or were open when a session
/// ended.
package enum DraftsEffect: Hashable, Sendable {
  /// Stores the open requests for the next session, or deletes the stored ones if nil. Results in
  /// `AppEvent.draftStored`.
  case store(StoredRequests?)
  /// Assigns the stored requests of ended sessions to this session, because they are open in it.
  case claim
}
