/// The identity of an attempt's body, without the content. Two attempts with equal identities have
/// the same body.
public struct BodyIdentity: Hashable, Sendable {
  /// The FNV-1a hash of the bytes, 64 bits, without the content of streamed files. It is nil if the
  /// body contains secrets, because they could be guessed from the hash, and if the body is a
  /// single file. It does not protect against deliberate collisions.
  public var fingerprint: UInt64?
  /// The files that are streamed, in order, with their state when the request was prepared.
  public var files: [FileReference]

  /// Creates an identity. The fingerprint is nil if the bytes cannot identify the body.
  public init(fingerprint: UInt64?, files: [FileReference] = []) {
    self.fingerprint = fingerprint
    self.files = files
  }

  /// The fingerprint in 16 hexadecimal digits, or nil without a fingerprint.
  public var fingerprintText: String? {
    fingerprint.map { value in
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }.hexadecimal
    }
  }

  /// Creates the identity of a body. Returns nil for a request without a body.
  public init?(of body: PreparedBody) {
    switch body {
    case .none: return nil
    case .text(let text):
      var print = Fingerprint()
      print.mix(text)
      self.init(fingerprint: print.value)
    case .bytes(let bytes):
      var print = Fingerprint()
      print.mix(bytes)
      self.init(fingerprint: print.value)
    case .file(let file): self.init(fingerprint: nil, files: [file])
    case .multipart(_, let parts):
      var print = Fingerprint()
      var files: [FileReference] = []
      for part in parts {
        print.mix(part)
        if case .file(let file) = part.content { files.append(file) }
      }
      self.init(fingerprint: print.value, files: files)
    }
  }
}

/// An FNV-1a hash that is computed incrementally. Source: RFC 9923.
private struct Fingerprint {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325
  private var hasSecret = false
  var value: UInt64? { hasSecret ? nil : state }

  mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func mix(_ text: SensitiveText) {
    for part in text.parts {
      guard case .plain(let piece) = part else {
        hasSecret = true
        continue
      }
      mix(piece.utf8)
    }
  }

  mutating func mix(_ part: MultipartPart) {
    for place in [part.name, part.fileName ?? "", part.mediaType ?? ""] { mix(place.utf8 + [0]) }
    if case .text(let text) = part.content { mix(text) }
    mix([0])
  }
}
