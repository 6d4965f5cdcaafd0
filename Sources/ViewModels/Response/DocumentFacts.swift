import ClientDocuments

/// What was found out about a body when it was opened.
package struct DocumentFacts: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case json, jsonLines, jsonSequence, xml, html, table, form, multipart, events, picture, text,
      binary

    /// Whether values follow each other, each of which is a body of its own for jq.
    var isSeries: Bool { self == .jsonLines || self == .jsonSequence }

    /// What a person calls it.
    package var word: String {
      switch self {
      case .json: "JSON"
      case .jsonLines: "JSON lines"
      case .jsonSequence: "a JSON sequence"
      case .xml: "XML"
      case .html: "HTML"
      case .table: "a table"
      case .form: "form data"
      case .multipart: "parts"
      case .events: "events"
      case .picture: "a picture"
      case .text: "text"
      case .binary: "hexadecimal"
      }
    }
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
    case told
    /// Its bytes say something else than its content type.
    case sniffed
    /// The user wished it.
    case chosen
  }

  package init(
    kind: Kind, origin: Origin = .told, canBeLaidOut: Bool = false, fault: String? = nil,
    reading: ReadingProgress? = nil
  ) {
    self.kind = kind
    self.origin = origin
    self.canBeLaidOut = canBeLaidOut
    self.fault = fault
    self.reading = reading
  }
}

extension DocumentFacts.Kind {
  init(_ kind: BodyKind) {
    self =
      switch kind {
      case .json: .json
      case .jsonLines: .jsonLines
      case .jsonSequence: .jsonSequence
      case .xml: .xml
      case .html: .html
      case .table: .table
      case .form: .form
      case .multipart: .multipart
      case .events: .events
      case .picture: .picture
      case .text: .text
      case .binary: .binary
      }
  }
}

extension BodyKind {
  init?(_ kind: DocumentFacts.Kind) {
    guard let same = Self.allCases.first(where: { DocumentFacts.Kind($0) == kind }) else {
      return nil
    }
    self = same
  }
}

extension DocumentFacts.Kind {
  /// The file name extension of such a body.
  var suffix: String {
    switch self {
    case .json: ".json"
    case .jsonLines: ".jsonl"
    case .jsonSequence: ".json-seq"
    case .xml: ".xml"
    case .html: ".html"
    case .table: ".csv"
    case .text, .form, .events: ".txt"
    case .picture, .binary, .multipart: ".bin"
    }
  }
}
