public import ClientCore
public import ClientModel

/// The response of a scripted transport to matching requests: head, body and timing.
public struct ScriptedResponse: Sendable {
  /// The outcome after the delay.
  public enum Ending: Sendable {
    /// The response is complete.
    case response(ResponseHead, body: [UInt8])
    /// The attempt fails: a missing response, or a request that was never sent.
    case failure(Failure)
    /// A complete response that a function returns after the delay. If the function throws, the
    /// attempt fails.
    case made(@Sendable () async throws(Failure) -> GeneratedResponse)
  }

  /// The method, or nil for every method.
  public var method: HTTPMethod?
  /// The URL. A `*` matches any run of characters.
  public var pattern: String
  /// The end of the attempt.
  public var ending: Ending
  /// The time until the head arrives.
  public var delay: Duration
  /// The time during which the body arrives, in at most ten parts.
  public var bodyTime: Duration
  /// The part of a failing request that counts as sent.
  public var sent = FinishFacts.Sent.nothing

  /// Creates a scripted response.
  public init(
    _ method: HTTPMethod?, _ pattern: String, _ ending: Ending, delay: Duration = .zero,
    bodyTime: Duration = .zero
  ) {
    self.method = method
    self.pattern = pattern
    self.ending = ending
    self.delay = delay
    self.bodyTime = bodyTime
  }

  /// Returns a JSON response to a method, or to every method if the method is nil.
  public static func json(
    _ method: HTTPMethod?, _ pattern: String, _ text: String, status: Int = 200,
    reason: String = "OK", fields: [ResponseField] = [], delay: Duration = .zero,
    bodyTime: Duration = .zero
  ) -> ScriptedResponse {
    let own = [
      ResponseField("Content-Type", "application/json"),
      ResponseField("Content-Length", "\(text.utf8.count)"),
    ]
    return ScriptedResponse(
      method, pattern,
      .response(
        ResponseHead(status: status, reason: reason, fields: own + fields), body: Array(text.utf8)),
      delay: delay, bodyTime: bodyTime)
  }

  /// Returns whether this response matches a request.
  package func fits(_ method: HTTPMethod, _ url: String) -> Bool {
    (self.method == nil || self.method == method) && Self.matches(url[...], pattern[...])
  }

  /// Returns whether the text matches a pattern. Each piece after a `*` is searched once, for its
  /// leftmost match.
  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    let pieces = pattern.pieces(at: "*")
    guard let first = pieces.first, let last = pieces.last, text.begins(with: first) else {
      return false
    }
    if pieces.count == 1 { return text == pattern }
    var rest = text.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(ofBytes: String(piece)) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.ends(with: last)
  }
}
