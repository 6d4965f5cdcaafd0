import ClientModel

/// The progress of an attempt through its stages.
struct StageProgress: Sendable {
  /// The middleware, set when the attempt is sent. Nil if the attempt has no stages.
  var middleware: Middleware?
  /// The notes of the stages that ran before sending.
  var notes: [StageNote] = []
  /// The body that the gateway's program created. Nil if the original body is sent.
  var transformedBody: [UInt8]?
  /// Whether the response has passed its processors.
  var isProcessed = false
  /// The failure that a processor reported for the response.
  var refusal: Failure?
}
