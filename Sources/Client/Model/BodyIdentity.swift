/// The identity of an attempt's body: a hash of its bytes, and the files that it streams.
public struct BodyIdentity: Hashable, Sendable {
  /// The 64-bit FNV-1a hash of the bytes, without the content of streamed files. It is nil for a
  /// body that is a single file, and for a body with secrets, because a hash would help to guess
  /// the secrets. The hash does not protect against deliberate collisions.
  public var fingerprint: UInt64?
  /// The streamed files, in order, with their properties at the time of preparation.
  public var files: [FileReference]

  /// Creates an identity. The fingerprint is nil if the bytes cannot or must not be hashed.
  public init(fingerprint: UInt64?, files: [FileReference] = []) {
    self.fingerprint = fingerprint
    self.files = files
  }

  /// The fingerprint as 16 hexadecimal digits, or nil if there is no fingerprint.
  public var fingerprintText: String? {
    fingerprint.map { value in
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }.hexadecimal
    }
  }

  /// Creates the identity of a body. Returns nil if there is no body.
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

/// Computes an FNV-1a hash incrementally. Source: RFC 9923.
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
