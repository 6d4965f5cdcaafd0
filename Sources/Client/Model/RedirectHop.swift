/// A redirect that a job followed. The next attempt of the job sends the request of the redirect.
///
/// The store seals the complete hop, because the URL may repeat a secret of an earlier request.
public struct RedirectHop: Hashable, Sendable {
  /// The number of the redirect, starting with 1.
  public var number: Int
  /// The request to send.
  public var request: PreparedRequest {
    get { boxedRequest.value }
    set { boxedRequest = Boxed(newValue) }
  }
  private var boxedRequest: Boxed<PreparedRequest>
  /// The URL for display, with repeated secrets masked.
  public var displayURL: String
  /// The secrets of earlier requests that the URL repeats.
  public var echoes: [Secret]
  /// The lineage of this request: whether earlier requests contained secrets.
  public var lineage: Lineage

  /// The lineage of a request: whether the requests before it contained secrets.
  public enum Lineage: Hashable, Sendable {
    /// The earlier requests contained no secrets.
    case plain
    /// The earlier requests contained secrets, which a response to this request may repeat.
    case secrets
  }

  /// Creates a hop.
  public init(
    number: Int, request: PreparedRequest, displayURL: String, echoes: [Secret] = [],
    lineage: Lineage = .plain
  ) {
    self.number = number
    boxedRequest = Boxed(request)
    self.displayURL = displayURL
    self.echoes = echoes
    self.lineage = lineage
  }
}
