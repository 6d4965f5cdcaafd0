/// A redirect that a job followed; its next attempt sends this request.
///
/// The store seals all of it, because the address may repeat a secret of an earlier request.
public struct RedirectHop: Hashable, Sendable {
  /// 1 for the first redirect, 2 for the next, and so on.
  public var number: Int
  /// The request to send.
  public var request: PreparedRequest {
    get { boxedRequest.value }
    set { boxedRequest = Boxed(newValue) }
  }
  private var boxedRequest: Boxed<PreparedRequest>
  /// As shown to people: repeated secrets are masked.
  public var displayURL: String
  /// The secrets of earlier requests that the address repeats.
  public var echoes: [Secret]
  /// Whether earlier requests contained secrets.
  public var lineage: Lineage

  /// Whether the requests before this one contained secrets.
  public enum Lineage: Hashable, Sendable {
    /// They contained no secrets.
    case plain
    /// They contained secrets, which a response to this request may repeat.
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
