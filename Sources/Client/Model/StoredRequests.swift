/// The open requests of a session, as they are stored for the next one.
package struct StoredRequests: Hashable, Sendable {
  package var requests: [StoredRequest]
  /// The index of the request in the composer.
  package var current: Int

  package init(_ requests: [StoredRequest], current: Int = 0) {
    self.requests = requests
    self.current = current
  }
}

/// One open request: a saved one by its name, or a draft with its content.
package struct StoredRequest: Hashable, Sendable {
  /// The saved request that it began as; nil for a new one.
  package var name: String?
  /// The content; nil if it is that of the saved request.
  package var draft: Draft?
  /// The saved request as it was before its unsaved changes; nil without changes.
  package var base: Draft?

  package init(name: String?, draft: Draft?, base: Draft? = nil) {
    self.name = name
    self.draft = draft
    self.base = base
  }
}
