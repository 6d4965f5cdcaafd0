/// The open requests of a session, which are stored for the next session.
package struct StoredRequests: Hashable, Sendable {
  package var requests: [StoredRequest]
  /// The index of the request in the composer.
  package var current: Int

  package init(_ requests: [StoredRequest], current: Int = 0) {
    self.requests = requests
    self.current = current
  }
}

/// One open request: the name of a saved request, or a draft with its content.
package struct StoredRequest: Hashable, Sendable {
  /// The name of the saved request on which this request is based, or nil for a new request.
  package var name: String?
  /// The content, or nil if it equals the saved request.
  package var draft: Draft?
  /// The saved request before its unsaved changes, or nil without changes.
  package var base: Draft?

  package init(name: String?, draft: Draft?, base: Draft? = nil) {
    self.name = name
    self.draft = draft
    self.base = base
  }
}
