/// One field of a query, a form or a multipart body, decoded.
struct MockFormValue: Hashable, Sendable {
  let name: String
  let bytes: [UInt8]
  /// The file name, or nil for a value that is not a file.
  let fileName: String?
  let mediaType: String?

  init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
    (fileName, mediaType) = (nil, nil)
  }

  init(name: String, bytes: [UInt8], fileName: String?, mediaType: String?) {
    self.name = name
    self.bytes = bytes
    self.fileName = fileName
    self.mediaType = mediaType
  }

  /// The value as text, or nil if the bytes are not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }
}

/// The reason why a form cannot be read.
enum FormFault: Error, Hashable {
  case brokenEscape(String)
  case noBoundary
  /// The body does not begin with its boundary.
  case noOpening
  /// The last boundary lacks its two dashes, so the body may have been cut off.
  case noClosing
  case brokenPart(String)

  var why: String {
    switch self {
    case .brokenEscape(let text): "'\(text.prefix(40))' has a broken escape or is not UTF-8."
    case .noBoundary: "The Content-Type names no boundary."
    case .noOpening: "The body does not begin with its boundary."
    case .noClosing: "The body has no closing boundary with two dashes behind it."
    case .brokenPart(let why): why
    }
  }
}

/// The fields joined by `&` in a query or in `application/x-www-form-urlencoded`.
enum JoinedFields {
  static func read(_ text: some StringProtocol) throws(FormFault) -> [MockFormValue] {
    var values: [MockFormValue] = []
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentText.decodeForm(halves[0]),
        let value = PercentText.decodeForm(halves.count > 1 ? halves[1] : "")
      else { throw .brokenEscape(String(pair)) }
      values.append(MockFormValue(name, value))
    }
    return values
  }
}
