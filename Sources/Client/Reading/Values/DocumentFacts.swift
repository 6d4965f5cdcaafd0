/// What was found out about a body when it was opened.
package struct DocumentFacts: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case json, jsonLines, jsonSequence, xml, html, table, form, multipart, events, picture, text,
      binary

    /// Whether values follow each other, each of which is a body of its own for jq.
    package var isSeries: Bool { self == .jsonLines || self == .jsonSequence }
  }

  package var kind: Kind
  /// Whether it is shown as something else than its content type says, and so by whose word.
  package var origin: Origin
  /// Whether `pretty` lays it out.
  package var canBeLaidOut: Bool
  /// Where it stops being what it is, in one sentence; nil when it does not, or was not judged.
  package var fault: String?
  /// What is being done to the rest of it; nil when all that has arrived is read.
  package var reading: ReadingProgress?

  /// Why a body is shown as the kind it is.
  package enum Origin: Hashable, Sendable {
    /// As its content type says, or where that says nothing, as its bytes do.
    case reported
    /// Its bytes say something else than its content type.
    case sniffed
    /// The user wished it.
    case chosen
  }

  package init(
    kind: Kind, origin: Origin = .reported, canBeLaidOut: Bool = false, fault: String? = nil,
    reading: ReadingProgress? = nil
  ) {
    self.kind = kind
    self.origin = origin
    self.canBeLaidOut = canBeLaidOut
    self.fault = fault
    self.reading = reading
  }
}
