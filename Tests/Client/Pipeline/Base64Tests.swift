import ClientModel
import Testing

/// Base64 against the vectors of RFC 4648, section 10, and what is not quite base64.
struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 go there and back`(plain: String, text: String) {
    #expect(Base64.encode(Array(plain.utf8)) == Array(text.utf8))
    #expect(Base64.decode(text.utf8) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zh==", "Zg==\n", "Z g==", "Zg==Zg==", "_-8=", "=", "Z===", "Zm9vé",
  ])
  func `what Weir did not write is not read as its own`(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test func `a text of others may use either alphabet, and end as it was said to`() {
    #expect(Base64.decode("_-8=".utf8, ending: .padded) == [0xFF, 0xEF])
    #expect(Base64.decode("/+8=".utf8, ending: .padded) == [0xFF, 0xEF])
    #expect(Base64.decode("_-8".utf8, ending: .padded) == nil)
    #expect(Base64.decode("_-8".utf8, ending: .unpadded) == [0xFF, 0xEF])
    #expect(Base64.decode("Zm9vY".utf8, ending: .unpadded) == nil)
    #expect(Base64.decode("Zm9vY".utf8, ending: .cut) == Array("foo".utf8))
    #expect(Base64.decode("Zm9v!".utf8, ending: .padded) == nil)
  }
}
