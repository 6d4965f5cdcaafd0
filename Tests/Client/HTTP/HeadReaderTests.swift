import ClientModel
import Testing

@testable import ClientHTTP

/// Heads read line by line, on values.
struct HeadReaderTests {
  private func read(
    _ lines: [String], limits: TransferLimits = TransferLimits()
  ) throws(HeadFault) -> HeadReader {
    var reader = HeadReader(limits: limits)
    for line in lines {
      let bytes = Array(line.utf8)
      let result = bytes.withUnsafeBufferPointer { bytes in
        Result { () throws(HeadFault) in try reader.take(bytes) }
      }
      _ = try result.get()
    }
    return reader
  }

  private let ok = "HTTP/1.1 200 All good\r\n"

  @Test func `a head has version, status, reason and fields in order`() throws {
    let head = try read([ok, "A: 1\r\n", "b:2 \r\n", "A:\t3\r\n", "\r\n"]).head
    #expect(head?.version == .http11)
    #expect(head?.status == 200)
    #expect(head?.reason == "All good")
    #expect(head?.fields == [.init("A", "1"), .init("b", "2"), .init("A", "3")])
  }

  @Test func `interim heads and trailers are separate`() throws {
    let reader = try read([
      "HTTP/1.1 103 Early\r\n", "Link: x\r\n", "\r\n", ok, "A: 1\r\n", "\r\n", "T: late\r\n",
    ])
    #expect(reader.head?.fields == [.init("A", "1")])
    #expect(reader.trailers == [.init("T", "late")])
  }

  @Test(arguments: [
    (["Content-Length: 5", "Content-Length: 3"], [FramingNote.differingContentLengths]),
    (["Content-Length: 5", "Content-Length: 5"], []),
    (["Content-Length: 5, 6"], [.differingContentLengths]),
    (["Content-Length: -5"], [.invalidContentLength]),
    (["Content-Length: 12345678901234567890123"], [.invalidContentLength]),
    (["Content-Length: 5", "Transfer-Encoding: chunked"], [.lengthAndChunked]),
    (["A: 1", " folded"], [.foldedHeader]),
  ])
  func `contradictions in framing are noted`(lines: [String], notes: [FramingNote]) throws {
    let reader = try read([ok] + lines.map { $0 + "\r\n" } + ["\r\n"])
    #expect(reader.notes == notes)
  }

  @Test func `a trailer that looks like a status line begins no second head`() throws {
    let reader = try read([ok, "A: 1\r\n", "\r\n", "HTTP/1.1 500 No\r\n", "B: 2\r\n", "\r\n"])
    #expect(reader.head?.status == 200)
    #expect(reader.head?.fields == [.init("A", "1")])
  }

  @Test func `until a final head ends there is none, and the lines are stored as received`() throws
  {
    let interim = ["HTTP/1.1 103 Early\r\n", "Link: x\r\n", "\r\n"]
    let cut = try read(interim + [ok, "A: 1\r\n"])
    #expect(cut.head == nil && cut.interimStatus == nil)
    #expect(String(decoding: cut.received, as: UTF8.self) == (interim + [ok, "A: 1\r\n"]).joined())
    #expect(try read(interim).interimStatus == 103)
    #expect(try read(interim + [ok, "\r\n"]).received.isEmpty)
  }

  @Test func `the head of a challenge is not that of the next response`() throws {
    var reader = try read(["HTTP/1.1 401 No\r\n", "\r\n"])
    reader.begin()
    #expect(reader.head == nil)
  }

  @Test(arguments: [
    (["Content-Length: 5", "Content-Length: 05"], []), (["Content-Length: 5, 5"], []),
    (["Content-Length: 5,"], [FramingNote.invalidContentLength, .differingContentLengths]),
  ])
  func `equal lengths are one length`(lines: [String], notes: [FramingNote]) throws {
    #expect(try read([ok] + lines.map { $0 + "\r\n" } + ["\r\n"]).notes == notes)
  }

  @Test func `a bare line feed and a body on 204 are noted`() throws {
    #expect(try read([ok, "A: 1\n", "\r\n"]).notes == [.bareLineFeed])
    let lines = ["HTTP/1.1 204 No\r\n", "Content-Length: 5\r\n", "\r\n"]
    #expect(try read(lines).notes == [.bodyOnBodilessStatus])
  }

  @Test func `each limit holds at its number and not before`() throws {
    var limits = TransferLimits()
    limits.headerLine = 20
    limits.headerCount = 2
    limits.interimResponses = 1
    let short = "HTTP/1.1 200 \r\n"
    _ = try read([short, "A: " + String(repeating: "x", count: 17) + "\r\n"], limits: limits)
    #expect(throws: HeadFault.lineTooLong) {
      try read([short, "A: " + String(repeating: "x", count: 18) + "\r\n"], limits: limits)
    }
    _ = try read([short, "A: 1\r\n", "B: 1\r\n", "\r\n"], limits: limits)
    #expect(throws: HeadFault.tooManyFields) {
      try read([short, "A: 1\r\n", "B: 1\r\n", "C: 1\r\n"], limits: limits)
    }
    let interim = ["HTTP/1.1 100 C\r\n", "\r\n"]
    _ = try read(interim, limits: limits)
    #expect(throws: HeadFault.tooManyInterimResponses) {
      try read(interim + interim, limits: limits)
    }
    limits.headerBlock = 30
    #expect(throws: HeadFault.blockTooLong) {
      try read([short, "A: 1\r\n", "B: 12345678\r\n"], limits: limits)
    }
  }
}
