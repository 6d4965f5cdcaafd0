/// The requests of a job, and the draft from which they were prepared.
public struct JobRequests: Hashable, Sendable {
  /// The request that was submitted. Redirects do not change it.
  public var request: PreparedRequest
  /// The draft as typed, or nil if the job has no draft of its own.
  public var draft: Draft?
  /// The redirect from which the job continues. If nil, the job sends its own request next.
  public var hop: RedirectHop?

  /// Creates the requests of a job.
  public init(request: PreparedRequest, draft: Draft? = nil, hop: RedirectHop? = nil) {
    self.request = request
    self.draft = draft
    self.hop = hop
  }
}
