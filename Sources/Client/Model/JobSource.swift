/// The request of a job and the draft that it was prepared from.
public struct JobSource: Hashable, Sendable {
  /// The request that the job was added with, regardless of redirects.
  public var request: PreparedRequest
  /// The draft as it was typed, or nil if the job was added without one.
  public var draft: Draft?

  /// Creates a source.
  public init(request: PreparedRequest, draft: Draft? = nil) {
    self.request = request
    self.draft = draft
  }
}
