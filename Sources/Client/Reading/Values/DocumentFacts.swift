package import ClientDocuments

/// What is known about an open body.
package struct DocumentFacts: Hashable, Sendable {
  package var kind: BodyKind
  /// Whether its kind differs from its content type, and what decided that.
  package var origin: Origin
  /// The encoding of its text.
  package var decoding: TextDecoding
  /// Whether `pretty` lays it out.
  package var canBeLaidOut: Bool
  /// Where it stops being valid, in one sentence; nil if it is valid or was not checked.
  package var fault: String?
  /// The progress of reading it; nil when everything that has arrived is read.
  package var reading: ReadingProgress?

  /// Why a body is shown as the kind it is.
  package enum Origin: Hashable, Sendable {
    /// As its content type says, or where that says nothing, as its bytes do.
    case reported
    /// Its bytes contradict its content type.
    case sniffed
    /// The user chose it.
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
  /// Whether values follow each other, each of which is a body of its own for jq.
  package var isSeries: Bool { self == .jsonLines || self == .jsonSequence }
}
