import ClientCore
import ClientModel

/// The consequences of a complete head for its transfer.
struct HeadVerdict {
  /// The failure if the complete head makes the response invalid. The transfer ends in the same
  /// turn of the loop, with the bytes that arrived together with the head.
  private(set) var refusal: Failure?
  private(set) var setsCookies = false
  private var isUnreported = false

  mutating func judge(_ head: ResponseHead, _ notes: [FramingNote], for request: WireRequest) {
    if head.fields.first("Set-Cookie") != nil { setsCookies = true }
    if let why = request.fault(in: head, notes) { refusal = .invalidFraming(request.origin, why) }
    isUnreported = true
  }

  /// Whether the head must be reported now. A head is reported once, and never if it was refused.
  var isToBeReported: Bool { isUnreported && refusal == nil }

  mutating func noteReport() { isUnreported = false }
}
