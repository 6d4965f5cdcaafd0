/// A body that is read as JSON. Only this type decides which kinds are, and how they are read.
package struct JSONBody: Sendable {
  /// The bytes JSON is read from, in UTF-8.
  package let text: ByteSource
  package let form: JSONDocument.Form
  /// The encoding of the text.
  package private(set) var decoding = TextDecoding()

  /// Nil for a body of a kind that is not JSON.
  package init?(_ source: ByteSource, _ kind: BodyKind) {
    switch kind {
    case .json: (text, form) = (source, .value)
    case .jsonLines: (text, form) = (source, .lines)
    case .jsonSequence: (text, form) = (source.sequence, .lines)
    case .xml, .html, .table, .form, .multipart, .events, .picture, .text, .binary: return nil
    }
  }

  /// A body whose kind and encoding are detected.
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
