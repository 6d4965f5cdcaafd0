import ClientModel

/// One decoded field of a query, a form or a multipart body.
package struct FormEntry: Hashable, Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// The file name, or nil for a value that is not a file.
  package let fileName: String?
  package let mediaType: String?

  package init(_ name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8), fileName: nil, mediaType: nil)
  }

  init(name: String, bytes: [UInt8], fileName: String?, mediaType: String?) {
    self.name = name
    self.bytes = bytes
    self.fileName = fileName
    self.mediaType = mediaType
  }

  /// The value as text, or nil if the bytes are not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }
}

/// The reason why a form cannot be read.
package enum FormFault: Error, Hashable {
  case brokenEscape(String)
  /// The body has a media type other than the two of forms.
  case otherType(String)
  case noBoundary
  /// The body does not begin with its boundary.
  case noOpening
  /// The last boundary does not end in two dashes. The body may have been cut off.
  case noClosing
  case brokenPart(String)

  package var why: String {
    switch self {
    case .brokenEscape(let text): "'\(text.prefix(40))' has a broken escape or is not UTF-8."
    case .otherType(let type): "The body is '\(type.prefix(40))', not a form."
    case .noBoundary: "The Content-Type has no boundary."
    case .noOpening: "The body does not begin with its boundary."
    case .noClosing: "The body has no closing boundary, which ends in two dashes."
    case .brokenPart(let why): why
    }
  }
}

extension LoopbackRequest {
  package func queryEntries() throws(FormFault) -> [FormEntry] { try Self.entries(query ?? "") }

  /// Returns the fields of the body. Throws if the body is not a form. An empty body has no fields.
  package func bodyEntries() throws(FormFault) -> [FormEntry] {
    switch mediaType {
    case "multipart/form-data":
      return try MultipartForm.read(body, contentType: header("content-type") ?? "")
    case "application/x-www-form-urlencoded":
      return try Self.entries(String(decoding: body, as: UTF8.self))
    default:
      guard body.isEmpty else { throw .otherType(mediaType) }
      return []
    }
  }

  /// Parses fields joined by `&`, in a query or in `application/x-www-form-urlencoded`.
  private static func entries(_ text: some StringProtocol) throws(FormFault) -> [FormEntry] {
    var entries: [FormEntry] = []
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decodeForm(halves[0]),
        let value = PercentEncoding.decodeForm(halves.count > 1 ? halves[1] : "")
      else { throw .brokenEscape(String(pair)) }
      entries.append(FormEntry(name, value))
    }
    return entries
  }
}
