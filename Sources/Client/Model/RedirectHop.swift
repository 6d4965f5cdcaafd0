/// A redirect that a job follows. The job's next attempt sends the redirected request.
///
/// The store seals the redirect as a whole, because its URL may repeat a secret from an earlier
/// request.
public struct RedirectHop: Hashable, Sendable {
  /// The number of the redirect, starting at 1.
  public var number: Int
  /// The request to send.
  public var request: PreparedRequest {
    get { boxedRequest.value }
    set { boxedRequest = Boxed(newValue) }
  }
  private var boxedRequest: Boxed<PreparedRequest>
  /// The URL for display, with repeated secrets masked.
  public var displayURL: String
  /// The secrets from earlier requests that occur in the URL.
  public var echoes: [Secret]
  /// Whether earlier requests of the job contained secrets.
  public var lineage: Lineage

  /// Whether the requests before a redirect contained secrets.
  public enum Lineage: Hashable, Sendable {
    /// The earlier requests contained no secrets.
    case plain
    /// Some earlier request contained secrets. A response to this request may repeat them.
    case secrets
  }

  /// Creates a redirect.
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
