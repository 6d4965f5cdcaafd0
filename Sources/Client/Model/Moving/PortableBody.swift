import FoundationEssentials

/// The body of a request in a file of jobs. Files in the body are stored only as paths, not copied.
package enum PortableBody: Codable, Hashable, Sendable {
  package struct Part: Codable, Hashable, Sendable {
    package var name: String
    package var text: PortableText?
    package var file: File?
    package var fileName: String?
    package var mediaType: String?
  }

  /// A file with its properties when the request was prepared.
  package struct File: Codable, Hashable, Sendable {
    package var path: String
    package var size: Int64
    package var modified: Int64
    package var inode: UInt64

    init(_ file: FileReference) {
      path = file.path
      size = file.size.bytes
      modified = file.modified
      inode = file.inode
    }

    var reference: FileReference {
      FileReference(path: path, size: ByteCount(size), modified: modified, inode: inode)
    }
  }

  case none
  case text(PortableText)
  /// Base64. Source: RFC 4648, section 4.
  case bytes(base64: String)
  case file(File)
  case multipart(boundary: String, parts: [Part])

  init(_ body: PreparedBody, _ secrets: inout LeftOutSecrets) {
    switch body {
    case .none: self = .none
    case .text(let text): self = .text(PortableText(text, &secrets))
    case .bytes(let bytes): self = .bytes(base64: Data(bytes).base64EncodedString())
    case .file(let file): self = .file(File(file))
    case .multipart(let boundary, let parts):
      var portable: [Part] = []
      for part in parts {
        var made = Part(name: part.name, fileName: part.fileName, mediaType: part.mediaType)
        switch part.content {
        case .text(let text): made.text = PortableText(text, &secrets)
        case .file(let file): made.file = File(file)
        }
        portable.append(made)
      }
      self = .multipart(boundary: boundary, parts: portable)
    }
  }

  var leftOut: [String] {
    switch self {
    case .none, .bytes, .file: []
    case .text(let text): text.leftOut
    case .multipart(_, let parts): parts.flatMap { $0.text?.leftOut ?? [] }
    }
  }

  func prepared() throws(Failure) -> PreparedBody {
    switch self {
    case .none: return .none
    case .text(let text): return .text(try text.sensitive())
    case .bytes(let base64):
      guard let bytes = Data(base64Encoded: base64) else {
        throw .notPortable("A body is not valid Base64.")
      }
      return .bytes(Array(bytes))
    case .file(let file): return .file(file.reference)
    case .multipart(let boundary, let parts):
      var prepared: [MultipartPart] = []
      for part in parts {
        let content: MultipartPart.Content
        if let text = part.text {
          content = .text(try text.sensitive())
        } else if let file = part.file {
          content = .file(file.reference)
        } else {
          throw .notPortable("A part of a body is neither text nor a file.")
        }
        prepared.append(
          MultipartPart(
            name: part.name, content: content, fileName: part.fileName,
            mediaType: part.mediaType))
      }
      return .multipart(boundary: boundary, parts: prepared)
    }
  }
}
