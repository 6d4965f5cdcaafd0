import ClientModel
import TestSupport
import TestTraits
import Testing

@testable import ClientHTTP

/// Codings come off complete bodies in any pieces, and a cut is never taken for an end.
@Suite(.usesSystem(minutes: 6)) struct ContentDecodingTests {
  static let text = "hello, hello, hello and goodbye\n"

  /// `text`, made by other programs than ours.
  static let coded: [String: [UInt8]] = [
    "gzip": [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 20, 18, 243,
      82, 20, 210, 243, 243, 83, 146, 42, 83, 185, 0, 49, 164, 111, 56, 32, 0, 0, 0,
    ],
    "deflate": [
      120, 156, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 20, 18, 243, 82, 20, 210, 243, 243,
      83, 146, 42, 83, 185, 0, 187, 125, 11, 59,
    ],
    "deflate, bare": [
      203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 20, 18, 243, 82, 20, 210, 243, 243, 83, 146,
      42, 83, 185, 0,
    ],
    "br": [
      27, 31, 0, 248, 197, 109, 236, 123, 150, 252, 238, 41, 18, 26, 82, 187, 20, 69, 149, 120, 42,
      1, 66, 110, 100, 95, 80, 204, 109, 86, 47, 0,
    ],
    "zstd": [
      40, 181, 47, 253, 36, 32, 213, 0, 0, 160, 104, 101, 108, 108, 111, 44, 32, 32, 97, 110, 100,
      32, 103, 111, 111, 100, 98, 121, 101, 10, 1, 0, 226, 138, 17, 117, 121, 228, 36,
    ],
  ]

  struct Reading: Equatable {
    var text = ""
    var isComplete = false
    var kind: Failure.Kind?
  }

  /// Reads a body that comes in pieces of one size.
  static func read(
    _ bytes: [UInt8], _ coding: String, status: Int = 200, pieces size: Int = .max
  ) throws -> Reading {
    let name = coding.hasSuffix(", bare") ? "deflate" : coding
    let head = ResponseHead(status: status, fields: [ResponseField("Content-Encoding", name)])
    let origin = Origin(scheme: "http", host: "a.test", port: 80)
    let decoding = try #require(ContentDecoding(head, .all, from: origin))
    var plain: [UInt8] = []
    var reading = Reading()
    do throws(Failure) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(size))
        rest = rest.dropFirst(piece.count)
        var failure: Failure?
        piece.withUnsafeBufferPointer { piece in
          do throws(Failure) {
            try decoding.take(piece) { decoded throws(Failure) in plain += decoded }
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
      }
      reading.isComplete = decoding.isComplete
    } catch {
      reading.kind = error.kind
    }
    reading.text = String(decoding: plain, as: UTF8.self)
    return reading
  }

  @Test(arguments: coded.keys.sorted(), [1, 2, 3, 7, 1000])
  func `a complete body is read in pieces of any size`(coding: String, size: Int) throws {
    let bytes = try #require(Self.coded[coding])
    let reading = try Self.read(bytes, coding, pieces: size)
    #expect(reading == Reading(text: Self.text, isComplete: true))
  }

  @Test(arguments: coded.keys.sorted())
  func `a body cut at any byte is not complete`(coding: String) throws {
    let bytes = try #require(Self.coded[coding])
    for count in 1..<bytes.count {
      let reading = try Self.read(Array(bytes.prefix(count)), coding)
      #expect(!reading.isComplete && reading.kind == nil, "\(coding) cut at \(count)")
      #expect(Self.text.hasPrefix(reading.text))
    }
    // Nothing at all is not a stream: HEAD, 204, 304, an empty response.
    #expect(try Self.read([], coding) == Reading(isComplete: true))
  }

  @Test(arguments: ["gzip", "zstd"], [1, 5, 1000])
  func `streams may follow each other`(coding: String, size: Int) throws {
    let bytes = try #require(Self.coded[coding])
    let twice = try Self.read(bytes + bytes, coding, pieces: size)
    #expect(twice == Reading(text: Self.text + Self.text, isComplete: true))
    let cut = try Self.read(Array((bytes + bytes).dropLast(3)), coding, pieces: size)
    #expect(!cut.isComplete && cut.kind == nil)
  }

  @Test(arguments: ["gzip", "deflate", "deflate, bare", "br"], [1, 1000])
  func `what follows the end is passed over`(coding: String, size: Int) throws {
    let bytes = try #require(Self.coded[coding])
    for tail in [[0, 0, 0], Array("no stream".utf8), [31], [31, 0, 139]] as [[UInt8]] {
      let reading = try Self.read(bytes + tail, coding, pieces: size)
      #expect(reading == Reading(text: Self.text, isComplete: true), "\(tail)")
    }
  }

  @Test(arguments: ["gzip", "deflate", "br", "zstd"])
  func `what is not the coding is refused`(coding: String) throws {
    #expect(try Self.read(Array("this is plain text".utf8), coding).kind == .contentCoding)
    #expect(try Self.read(Array(repeating: 255, count: 400), coding).kind == .contentCoding)
  }

  @Test func `a wrong checksum is damage`() throws {
    var bytes = try #require(Self.coded["gzip"])
    bytes[bytes.count - 8] ^= 1
    #expect(try Self.read(bytes, "gzip").kind == .contentCoding)
  }

  @Test func `codings over each other come off in turn`() throws {
    // A gzip member whose content is stored and is the deflate form of the text.
    let inner = try #require(Self.coded["deflate"])
    let stored = [1, UInt8(inner.count), 0, ~UInt8(inner.count), 255] + inner
    let outer =
      [31, 139, 8, 0, 0, 0, 0, 0, 2, 3] + stored + Self.little(Self.crc(inner))
      + Self.little(UInt32(inner.count))
    #expect(try Self.read(outer, "deflate, gzip") == Reading(text: Self.text, isComplete: true))
    #expect(try Self.read(Array(outer.dropLast()), "deflate, gzip").isComplete == false)
    #expect(
      try Self.read(outer, Array(repeating: "gzip", count: 6).joined(separator: ",")).kind
        == .contentCoding)
  }

  @Test func `a part of a body and an identity body are left as they came`() {
    let origin = Origin(scheme: "http", host: "a.test", port: 80)
    func decoding(_ status: Int, _ coding: String) -> ContentDecoding? {
      let head = ResponseHead(status: status, fields: [ResponseField("Content-Encoding", coding)])
      return ContentDecoding(head, .all, from: origin)
    }
    #expect(decoding(206, "gzip") == nil)
    #expect(decoding(200, "identity") == nil)
    #expect(decoding(200, "gzip") != nil)
  }

  @Test(arguments: [
    ("HEAD", "200 OK", "Content-Length: 42", 0), ("GET", "304 Not Modified", "ETag: \"a\"", 0),
    ("GET", "204 No Content", "ETag: \"a\"", 0), ("GET", "200 OK", "Content-Length: 0", 0),
    ("GET", "200 OK", "Content-Length: 42", 42), ("GET", "200 OK", "Connection: close", 42),
  ])
  func `bodiless and complete responses are accepted`(
    method: String, status: String, field: String, count: Int
  ) async throws {
    let finish = try await Self.finish(method, status, field, Self.coded["gzip"]!.prefix(count))
    #expect(finish.failure == nil, "\(finish.result)")
    #expect(finish.text == (count == 0 ? "" : Self.text))
  }

  @Test(arguments: ["Content-Length: 30", "Connection: close"])
  func `a response with a cut stream is incomplete and its bytes are stored`(field: String)
    async throws
  {
    let finish = try await Self.finish("GET", "200 OK", field, Self.coded["gzip"]!.prefix(30))
    #expect(finish.failure?.kind == .bodyIncomplete, "\(finish.result)")
    #expect(finish.status == 200)
    #expect(!finish.text.isEmpty && Self.text.hasPrefix(finish.text))
  }

  @Test func `a coding that was not asked for is left on`() async throws {
    var options = TransportOptions()
    options.codings = .none
    let bytes = Self.coded["gzip"]!.prefix(30)
    let finish = try await Self.finish("GET", "200 OK", "Content-Length: 30", bytes, options)
    #expect(finish.result.body == .inline(Array(bytes)))
  }

  private static func finish(
    _ method: String, _ status: String, _ field: String, _ body: ArraySlice<UInt8>,
    _ options: TransportOptions = TransportOptions()
  ) async throws -> Traffic.Finish {
    let server = try ConnectionServer { connection in
      _ = connection.takeRequest()
      connection.send("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\n\(field)\r\n\r\n")
      connection.send(body)
    }
    let traffic = try Traffic()
    return await traffic.send(
      .fixture(
        try #require(HTTPMethod(method)), "http://127.0.0.1:\(server.port)/", options: options))
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Source: RFC 1952, section 8.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
