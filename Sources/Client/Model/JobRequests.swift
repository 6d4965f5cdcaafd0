/// The requests of a job, and the draft that they were prepared from.
public struct JobRequests: Hashable, Sendable {
  /// The request that the job was added with, regardless of redirects.
  public var request: PreparedRequest
  /// The draft as it was typed, or nil if the job has none of its own.
  public var draft: Draft?
  /// The redirect from which the job continues, or nil if it sends its own request next.
  public var hop: RedirectHop?

  /// Creates the requests of a job.
  public init(request: PreparedRequest, draft: Draft? = nil, hop: RedirectHop? = nil) {
    self.request = request
    self.draft = draft
    self.hop = hop
  }
}
