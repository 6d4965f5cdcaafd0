import CCrypto
package import ClientModel

/// The computation of pins from certificate and key files.
extension PublicKeyPin {
  /// The reason why a pin cannot be computed from a file.
  package enum FileProblem: Error, Hashable, Sendable {
    /// The file contains a private key. A pin is never computed from a private key.
    case privateKey
    /// The file contains a bare RSA public key. A pin also needs the algorithm.
    case bareRSAKey
    /// The file contains neither a certificate nor a public key.
    case noKey

    package var why: String {
      switch self {
      case .privateKey: "It contains a private key, but a pin is made from the public key."
      case .bareRSAKey: "It contains a public key in PKCS #1 form, without its algorithm."
      case .noKey: "It contains neither a certificate nor a public key in PEM or DER form."
      }
    }

    package var whatToDo: String {
      switch self {
      case .privateKey: "`openssl pkey -in FILE -pubout` prints the public key."
      case .bareRSAKey: "`openssl rsa -RSAPublicKey_in -in FILE -pubout` converts it."
      case .noKey: "`openssl s_client -connect HOST:443 -showcerts` prints a server's certificate."
      }
    }
  }

  /// Computes the pin of a certificate or public key.
  ///
  /// - Parameter bytes: The contents of a PEM or DER file. If it has several PEM certificates, the
  ///   first one is used.
  package init(file bytes: [UInt8]) throws(FileProblem) {
    var text = [CChar](repeating: 0, count: Int(CCRYPTO_PIN_BYTES))
    if ccrypto_public_key_pin(bytes, bytes.count, &text) == 1 {
      let pin = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      if let pin = PublicKeyPin(String(decoding: pin, as: UTF8.self)) {
        self = pin
        return
      }
    }
    let content = String(decoding: bytes.prefix(100_000), as: UTF8.self)
    if content.contains(bytes: "PRIVATE KEY-----") { throw .privateKey }
    throw content.contains(bytes: "BEGIN RSA PUBLIC KEY") ? .bareRSAKey : .noKey
  }
}
