import ClientModel

private let sealedAddress = "\0"

/// Addresses that came from a server: sealed where a part of theirs may be a credential.
extension ByteWriter {
  /// A sealed address is preceded by the text NUL. An address that equals NUL is sealed as well, so that it
  /// is not taken for that mark. An address with a query is always sealed: a workspace may name credentials
  /// of its own, and its names are not known here.
  mutating func address(_ address: String) throws(Failure) {
    let isSealed =
      address == sealedAddress || address.contains(byte: "?")
      || !CredentialNames.standard.places(in: address).isEmpty
    guard isSealed else { return text(address) }
    text(sealedAddress)
    try secret(address)
  }
}

extension ByteReader {
  mutating func address() throws(Failure) -> String {
    let text = try text()
    return text == sealedAddress ? try secret() : text
  }
}
