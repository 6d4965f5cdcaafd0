public import ClientCore
public import ClientModel

/// The response of a scripted transport to the requests that match it: head, body and timing.
public struct ScriptedResponse: Sendable {
  /// The outcome of an attempt after the delay.
  public enum Ending: Sendable {
    /// The response is complete.
    case response(ResponseHead, body: [UInt8])
    /// The attempt fails. The request was not sent, or its response is missing.
    case failure(Failure)
    /// A complete response from a function. The function is called after the delay. If it throws,
    /// the attempt fails.
    case made(@Sendable () async throws(Failure) -> GeneratedResponse)
  }

  /// The method to match, or nil to match all methods.
  public var method: HTTPMethod?
  /// The URL to match. A `*` matches any text.
  public var pattern: String
  /// The outcome of the attempt.
  public var ending: Ending
  /// The time until the head arrives.
  public var delay: Duration
  /// The time in which the body arrives, in at most ten chunks.
  public var bodyTime: Duration
  /// The part of the request that was sent before the failure.
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

  /// Returns a JSON response. If the method is nil, the response matches all methods.
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

  /// Returns whether the text matches a pattern. Each piece after a `*` matches at its leftmost
  /// position.
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
