package import ClientDocuments

/// The facts known about an open body.
package struct DocumentFacts: Hashable, Sendable {
  package var kind: BodyKind
  /// The origin of the kind. It shows whether the bytes contradict the content type.
  package var origin: Origin
  package var decoding: TextDecoding
  /// Whether the view `pretty` can format the body.
  package var canBeLaidOut: Bool
  /// The first error and its position as a sentence. Nil if the body is valid or not checked yet.
  package var fault: String?
  /// The progress of reading. Nil if all received bytes are read.
  package var reading: ReadingProgress?

  /// The origin of the information about a body's kind.
  package enum Origin: Hashable, Sendable {
    /// The content type. If it is too general, the bytes decided.
    case reported
    /// The bytes. They contradict the content type.
    case sniffed
    /// The user's choice.
    case chosen
  }

  package init(
    kind: BodyKind, origin: Origin = .reported, decoding: TextDecoding = TextDecoding(),
    canBeLaidOut: Bool = false, fault: String? = nil, reading: ReadingProgress? = nil
  ) {
    self.kind = kind
    self.origin = origin
    self.decoding = decoding
    self.canBeLaidOut = canBeLaidOut
    self.fault = fault
    self.reading = reading
  }
}

extension BodyKind {
  /// Whether the body contains several values. Each value is a separate input for jq.
  package var isSeries: Bool { self == .jsonLines || self == .jsonSequence }
}
