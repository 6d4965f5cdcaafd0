import ClientModel

/// The stages of an attempt.
struct StageProgress: Sendable {
  /// The stages, set when the attempt is sent, or nil if it has none.
  var middleware: Middleware?
  /// The notes of the stages before the transport.
  var notes: [StageNote] = []
  /// The body that the gateway's program created, or nil to send the request's body.
  var transformedBody: [UInt8]?
  /// Whether the response has passed its processors.
  var isProcessed = false
  /// The failure if a processor refused the response.
  var refusal: Failure?
}
