import ClientCore
import ClientHTTP
import ClientModel
import Foundation
import TestSupport
import Testing

@Suite struct PlayedRequestTests {
  @Test func `a request is played with its target, its fields and its body`() throws {
    var request = WireRequest.fixture(.post, "http://127.0.0.1:4801/a/b?q=%20#part")
    request.headers = [("X-A", "1"), ("Content-Type", "text/plain")]
    request.body = .bytes(Array("body".utf8))
    let played = try PlayedRequest(request)
    #expect(played.method == "POST")
    #expect(played.target == "/a/b?q=%20")
    #expect(played.fields.map(\.name) == ["X-A", "Content-Type"])
    #expect(played.body == Array("body".utf8))
    #expect(try PlayedRequest(.fixture("http://127.0.0.1?a")).target == "/?a")
  }

  @Test func `a multipart body is laid out, its files read and its boundary named`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.txt"
    try Data("content".utf8).write(to: URL(fileURLWithPath: path))
    var request = WireRequest.fixture(.post, "http://127.0.0.1/")
    request.body = .multipart(
      boundary: "b",
      parts: [
        WireRequest.Part(
          name: "k", content: .bytes(Array("v".utf8)), fileName: nil, mediaType: nil),
        WireRequest.Part(
          name: "file", content: .file(try .now(path)), fileName: "a.txt",
          mediaType: "text/plain"),
      ])
    let played = try PlayedRequest(request)
    #expect(played.fields.map(\.value) == ["multipart/form-data; boundary=b"])
    #expect(
      String(decoding: played.body, as: UTF8.self)
        == "--b\r\nContent-Disposition: form-data; name=\"k\"\r\n\r\nv\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\ncontent\r\n--b--\r\n")
  }
}
