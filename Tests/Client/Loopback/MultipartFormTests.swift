import Testing

@testable import LoopbackHTTP

@Suite struct MultipartFormTests {
  private static func read(_ body: String, _ type: String = "multipart/form-data; boundary=b")
    throws(FormFault) -> [FormEntry]
  {
    try MultipartForm.read(Array(body.utf8), contentType: type)
  }

  private static let head = "Content-Disposition: form-data; name=\"a\""

  @Test func `bytes, names and types of parts are preserved`() throws {
    let values = try Self.read(
      "--b\r\n\(Self.head)\r\n\r\n1\r\n2--b\r\n--b\r\nContent-Type: image/png\r\n"
        + "Content-Disposition: form-data; name=\"file\"; filename=\"x;y \\\"z\\\".png\"\r\n\r\n\r\n--b--"
    )
    #expect(values.map(\.text) == ["1\r\n2--b", ""])
    #expect(values[1].fileName == "x;y \"z\".png")
    #expect(values[1].mediaType == "image/png")
  }

  @Test func `a boundary may be quoted`() throws {
    let values = try Self.read(
      "--a b\r\n\(Self.head)\r\n\r\n1\r\n--a b--\r\n", "multipart/form-data; boundary=\"a b\"")
    #expect(values == [FormEntry("a", "1")])
  }

  @Test(arguments: [
    "--b\r\n\(head)\r\n\r\n1\r\n--b", "--b\r\n\(head)\r\n\r\n1\r\n--b\r\n",
    "--b\r\n\(head)\r\n\r\n1",
    "--b",
  ])
  func `a body without its closing boundary was cut off`(body: String) {
    #expect(throws: FormFault.noClosing) { try Self.read(body) }
  }

  @Test func `other faults are distinguished`() {
    #expect(throws: FormFault.noBoundary) { try Self.read("--b--", "multipart/form-data") }
    #expect(throws: FormFault.noOpening) { try Self.read("\r\n--b--") }
    #expect(throws: FormFault.noOpening) { try Self.read("") }
    for body in [
      "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n1\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--b--",
      "--b\r\n\(Self.head)\r\n1\r\n--b--", "--b\r\nno header\r\n\r\n1\r\n--b--",
      "--b\r\n\(Self.head)\r\n\r\n1\r\n--b--more",
    ] {
      let fault = #expect(throws: FormFault.self) { try Self.read(body) }
      if case .brokenPart = fault { continue }
      Issue.record("\(body) is \(String(describing: fault))")
    }
  }
}
