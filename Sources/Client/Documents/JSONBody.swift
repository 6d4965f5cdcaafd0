/// A body that is read as JSON. Only this type decides which kinds are, and how they are read.
package struct JSONBody: Sendable {
  /// The bytes JSON is read from; offsets in them are those in the body.
  package let text: ByteSource
  package let form: JSONDocument.Form

  /// Nil for a body of a kind that is not JSON.
  package init?(_ source: ByteSource, _ kind: BodyKind) {
    switch kind {
    case .json: (text, form) = (source, .value)
    case .jsonLines: (text, form) = (source, .lines)
    case .jsonSequence: (text, form) = (source.sequence, .lines)
    case .xml, .html, .table, .form, .multipart, .events, .picture, .text, .binary: return nil
    }
  }

  /// A body whose kind is detected.
  package init?(_ source: ByteSource, mediaType: String?) throws(DocumentError) {
    let start = try source.bytes(in: 0..<1024)
    self.init(source, BodyKind.detect(mediaType: mediaType, start: start))
  }

  /// The body, indexed: about a second for each gigabyte.
  package func document() throws(DocumentError) -> JSONDocument {
    try JSONDocument(indexing: text, form: form)
  }

  /// The first syntax error; needs a second pass, since indexing does not check the grammar.
  package func fault() throws(DocumentError) -> JSONFault? {
    var check = JSONCheck(form: form)
    while !check.isDone { try check.step(text, budget: .max) }
    return check.fault
  }
}
