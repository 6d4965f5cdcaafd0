/// The requests that are open in a session. They are stored for the next session.
package struct StoredRequests: Hashable, Sendable {
  package var requests: [StoredRequest]
  /// The index of the request that the composer shows.
  package var current: Int

  package init(_ requests: [StoredRequest], current: Int = 0) {
    self.requests = requests
    self.current = current
  }
}

/// An open request. It refers to a saved request, contains a draft, or both.
package struct StoredRequest: Hashable, Sendable {
  /// The name of the saved request that this request is based on, or nil for a new request.
  package var name: String?
  /// The content, or nil if it equals that of the saved request.
  package var draft: Draft?
  /// The saved request before the unsaved changes, or nil if there are no changes.
  package var base: Draft?

  package init(name: String?, draft: Draft?, base: Draft? = nil) {
    self.name = name
    self.draft = draft
    self.base = base
  }
}
