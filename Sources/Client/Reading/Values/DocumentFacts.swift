package import ClientDocuments

/// The facts known about an open body.
package struct DocumentFacts: Hashable, Sendable {
  package var kind: BodyKind
  /// The origin of the kind, which also says whether the bytes contradict the content type.
  package var origin: Origin
  package var decoding: TextDecoding
  /// Whether the body can be formatted in the view `pretty`.
  package var canBeLaidOut: Bool
  /// The first error and its position as a sentence, or nil if the body is valid or not checked
  /// yet.
  package var fault: String?
  /// The progress of reading, or nil if all received bytes have been read.
  package var reading: ReadingProgress?

  /// The source from which the kind of a body was determined.
  package enum Origin: Hashable, Sendable {
    /// The content type, or the bytes if the content type is too general.
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
  /// Whether the body contains several values. Each value is a separate input for jq.
  package var isSeries: Bool { self == .jsonLines || self == .jsonSequence }
}
