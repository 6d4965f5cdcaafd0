import CCrypto
import Testing

/// The C below, against published values.
struct CCryptoTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test func `SHA-256 of abc is what FIPS 180-4 says, at once and in pieces`() throws {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    var digest = [UInt8](repeating: 0, count: 32)
    #expect(ccrypto_sha256("abc", 3, &digest) == 1)
    #expect(hex(digest) == expected)
    let state = try #require(ccrypto_sha256_new())
    defer { ccrypto_sha256_free(state) }
    for piece in ["a", "", "bc"] {
      #expect(ccrypto_sha256_update(state, piece, piece.utf8.count) == 1)
    }
    var pieces = [UInt8](repeating: 0, count: 32)
    #expect(ccrypto_sha256_final(state, &pieces) == 1)
    #expect(hex(pieces) == expected)
  }

  @Test func `HMAC with SHA-256 is what RFC 4231 says, in cases 2 and 6`() {
    let longKey = [UInt8](repeating: 0xAA, count: 131)
    for (key, text, expected) in [
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        longKey, "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ] {
      var hash = [UInt8](repeating: 0, count: 32)
      #expect(ccrypto_hmac_sha256(key, key.count, text, text.utf8.count, &hash) == 1)
      #expect(hex(hash) == expected)
    }
  }

  @Test func `a derived key is what RFC 5869 says in case 3, and another for each purpose`() {
    let key = [UInt8](repeating: 0x0B, count: 22)
    var derived = [UInt8](repeating: 0, count: 42)
    #expect(ccrypto_derive_key(key, key.count, "", 0, &derived, derived.count) == 1)
    #expect(
      hex(derived)
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    var other = derived
    #expect(ccrypto_derive_key(key, key.count, "a", 1, &other, other.count) == 1)
    #expect(other != derived)
  }

  @Test func `CRC-32C of 123456789 is what RFC 3720 says, also in two parts`() {
    #expect(ccrypto_crc32c(0, "123456789", 9) == 0xE306_9283)
    #expect(ccrypto_crc32c(ccrypto_crc32c(0, "12345", 5), "6789", 4) == 0xE306_9283)
  }

  @Test func `a sealed text opens only as it was sealed`() {
    let key = [UInt8](repeating: 1, count: 32)
    let nonce = [UInt8](repeating: 2, count: 12)
    var sealed = [UInt8](repeating: 0, count: 6 + 16)
    #expect(ccrypto_seal(key, nonce, "label", 5, "secret", 6, &sealed) == 1)
    var plain = [UInt8](repeating: 0, count: 6)
    #expect(ccrypto_open(key, nonce, "label", 5, sealed, sealed.count, &plain) == 1)
    #expect(plain == Array("secret".utf8))
    for bit in 0..<sealed.count * 8 {
      var flipped = sealed
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(ccrypto_open(key, nonce, "label", 5, flipped, flipped.count, &plain) == 0)
      #expect(plain == [0, 0, 0, 0, 0, 0])
    }
    #expect(ccrypto_open(key, nonce, "lapel", 5, sealed, sealed.count, &plain) == 0)
    #expect(ccrypto_open(key, nonce, "label", 5, sealed, 15, &plain) == 0)
  }

  @Test func `the pin of a certificate or a key is the hash of the key, in PEM and DER`() throws {
    var pin = [CChar](repeating: 0, count: Int(CCRYPTO_PIN_BYTES))
    #expect(ccrypto_public_key_pin(Certificate.pem, Certificate.pem.utf8.count, &pin) == 1)
    #expect(text(pin) == Certificate.pin)
    pin = [CChar](repeating: 0, count: pin.count)
    #expect(ccrypto_public_key_pin(Certificate.der, Certificate.der.count, &pin) == 1)
    #expect(text(pin) == Certificate.pin)
    for key in [Array(Certificate.keyPEM.utf8), Certificate.keyDER] {
      pin = [CChar](repeating: 0, count: pin.count)
      #expect(ccrypto_public_key_pin(key, key.count, &pin) == 1)
      #expect(text(pin) == Certificate.pin)
    }
    #expect(ccrypto_public_key_pin("rubbish", 7, &pin) == 0)
  }
}
