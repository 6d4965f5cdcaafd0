import ClientDocuments
import Testing

struct PictureFormatTests {
  static let beginnings: [(PictureFormat, [UInt8])] = [
    (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
    (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]),
    (.gif, Array("GIF89a".utf8) + [1, 0, 1, 0]), (.gif, Array("GIF87a".utf8) + [0, 1]),
    (.webp, Array("RIFF".utf8) + [4, 1, 0, 0] + Array("WEBPVP8 ".utf8)),
    (.bmp, Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0]),
    (.ico, [0, 0, 1, 0, 2, 0, 16, 16]),
  ]

  @Test(arguments: beginnings)
  func `a picture is known by its first bytes, whatever it is called`(
    format: PictureFormat, start: [UInt8]
  ) {
    #expect(PictureFormat(start: start) == format)
    for type in ["text/plain", "application/json", "image/x-odd", nil] {
      #expect(BodyKind.detect(mediaType: type, start: start) == .picture)
    }
    // One byte less of its signature, and it is none.
    #expect(PictureFormat(start: Array(start.prefix(2))) == nil)
  }

  @Test func `what only begins like one is none`() {
    let texts = ["GIF89a is a format", "BM is a group", "RIFFxxxxWAVE", "PNG", ""]
    for text in texts {
      #expect(BodyKind.detect(mediaType: "image/png", start: Array(text.utf8)) == .text)
    }
    #expect(PictureFormat(start: Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8)) == nil)
    #expect(BodyKind.detect(mediaType: "image/avif", start: [0, 0, 0, 28]) == .binary)
  }

  @Test func `a drawing in XML is a text`() {
    #expect(!PictureFormat.isNamed(by: "image/svg+xml"))
    #expect(BodyKind.detect(mediaType: "image/svg+xml", start: Array("<svg/>".utf8)) == .xml)
    #expect(BodyKind.detect(mediaType: "image/png", start: Array("{\"a\": 1}".utf8)) == .json)
  }
}
