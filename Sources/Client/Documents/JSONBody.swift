/// A body that is read as JSON.
package struct JSONBody: Sendable {
  /// The UTF-8 text of the body.
  package let text: ByteSource
  package let form: JSONDocument.Form
  /// The encoding of the text.
  package private(set) var decoding = TextDecoding()

  /// Creates a JSON body from text of a known kind, or returns nil if the kind is not JSON.
  package init?(_ source: ByteSource, _ kind: BodyKind) {
    switch kind {
    case .json: (text, form) = (source, .value)
    case .jsonLines: (text, form) = (source, .lines)
    case .jsonSequence: (text, form) = (source.sequence, .lines)
    case .xml, .html, .table, .form, .multipart, .events, .picture, .text, .binary: return nil
    }
  }

  /// Detects the kind and encoding of a body, or returns nil if the body is not JSON.
  ///
  /// - Parameter charset: The encoding that the user chose.
  package init?(
    _ body: ByteSource, mediaType: String?, charset: TextEncoding? = nil
  ) throws(DocumentError) {
    let (text, decoding) = try body.text(mediaType: mediaType, choice: charset)
    let start = try text.bytes(in: 0..<1024)
    self.init(text, BodyKind.detect(mediaType: mediaType, start: start))
    self.decoding = decoding
  }

  /// Indexes the body. This takes about a second per gigabyte.
  package func document() throws(DocumentError) -> JSONDocument {
    try JSONDocument(indexing: text, form: form)
  }

  /// Returns the first syntax error. Reads the body again, because indexing does not check the
  /// grammar.
  package func fault() throws(DocumentError) -> JSONFault? {
    var check = JSONCheck(form: form)
    while !check.isDone { try check.step(text, budget: .max) }
    return check.fault
  }
}
