/// The kinds of bodies that are read as an outline.
package enum OutlineForm: Hashable, Sendable {
  case xml, html
  /// `application/x-www-form-urlencoded`.
  case form
  /// Parts, with the boundary that the content type names; nil when it names none.
  case multipart(boundary: String?)
  /// `text/event-stream`.
  case events
}

extension Outline {
  /// Reads a body, or as much of it as has arrived. Any bytes are taken: what is broken is said in `fault`.
  package init(_ form: OutlineForm, _ bytes: [UInt8], of length: Int? = nil) {
    let length = length ?? bytes.count
    self =
      switch form {
      case .xml: MarkupReader.read(bytes, of: length, .xml)
      case .html: MarkupReader.read(bytes, of: length, .html)
      case .form: FormReader.read(bytes, of: length)
      case .multipart(let boundary): MultipartReader.read(bytes, of: length, boundary: boundary)
      case .events: EventReader.read(bytes, of: length)
      }
  }

  /// Reads a body up to the limits.
  package init(_ form: OutlineForm, of source: ByteSource) throws(DocumentError) {
    self.init(form, try source.bytes(in: 0..<Self.longest), of: source.count)
  }
}
