package import ClientDocuments

/// The facts known about an open body.
package struct DocumentFacts: Hashable, Sendable {
  package var kind: BodyKind
  /// The source from which the kind was determined, and whether it contradicts the content type.
  package var origin: Origin
  /// The encoding of the text.
  package var decoding: TextDecoding
  /// Whether the view `pretty` can format the body.
  package var canBeLaidOut: Bool
  /// The first error and its position as one sentence, or nil if the body is valid or has not been
  /// checked.
  package var fault: String?
  /// The progress of reading, or nil if all received bytes are read.
  package var reading: ReadingProgress?

  /// The source from which the kind of a body was determined.
  package enum Origin: Hashable, Sendable {
    /// The content type, or the bytes if the content type does not determine a kind.
    case reported
    /// The bytes, which contradict the content type.
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
  /// Whether the body contains several values, each of which is a separate input for jq.
  package var isSeries: Bool { self == .jsonLines || self == .jsonSequence }
}
