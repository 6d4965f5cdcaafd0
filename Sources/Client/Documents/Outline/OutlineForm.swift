/// A kind of body that is read as an outline.
package enum OutlineForm: Hashable, Sendable {
  case xml, html
  /// `application/x-www-form-urlencoded`.
  case form
  /// A multipart body, with the boundary of the content type, or nil if it has none.
  case multipart(boundary: String?)
  /// `text/event-stream`.
  case events
}

extension Outline {
  /// Reads a body, or the part received so far. Accepts any bytes, and sets `fault` to the first
  /// error.
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
