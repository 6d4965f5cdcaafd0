import Terminal
import Testing

@testable import Panels

struct ShortAddressTests {
  @Test(arguments: [
    ("https://api.example.com/things", 30, "https://api.example.com/things"),
    ("https://api.example.com/things", 29, "api.example.com/things"),
    ("http://shop.example?next=https://a.example/b", 40, "shop.example?next=https://a.example/b"),
    ("shop.example/x?next=https://a.example/b", 38, "shop.e…mple/x?next=https://a.example/b"),
  ])
  func `an address loses its scheme before anything else`(
    text: String, width: Int, expected: String
  ) {
    let shown = ShortAddress.keepingEnd(SafeText(text), in: width)
    #expect(shown.string == expected && shown.width <= width)
  }

  @Test(arguments: [
    ("https://a.example/x/1?page=2", 28, "https://a.example/x/1?page=2"),
    ("https://a.example/x/1?page=2", 25, "https://a.example/x/1?pa…"),
    ("https://a.example/x/1?page=2", 20, "a.example/x/1?page=2"),
    ("https://a.example/x/1?page=2", 16, "a.example/x/1?p…"),
    ("https://a.example/x/1?page=2", 13, "a.exa…e/x/1?…"),
    ("https://a.example/x/1", 11, "a.exa…e/x/1"),
  ])
  func `an address before its query loses that first, then its scheme, then the middle of its path`(
    text: String, width: Int, expected: String
  ) {
    #expect(ShortAddress.keepingPath(SafeText(text), in: width).string == expected)
  }

  @Test(arguments: [
    ("job 1 started: GET https://a.example/things", 40, "job 1 started: GET …/things"),
    ("job 1 failed: GET https://a.example. It is down.", 40, "job 1 failed: GET … It is down."),
    ("no URL in it", 4, "no URL in it"),
  ])
  func `a sentence loses the host of its URL before its end is cut`(
    text: String, width: Int, expected: String
  ) {
    #expect(ShortAddress.inSentence(SafeText(text), in: width).string == expected)
  }
}
