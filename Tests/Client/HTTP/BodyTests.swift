import ClientCore
import ClientModel
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import ClientHTTP

/// Bodies: where they are stored, how large they may get, which codings come off.
@Suite(.serialized, .usesSystem(minutes: 6)) struct BodyTests {
  private static func resident() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 3_000_000])
  func `a body is stored completely, in memory or in a file`(count: Int) async throws {
    let server = try LedgerServer(.synced)
    // Its folder goes with it.
    let traffic = try Traffic()
    defer { withExtendedLifetime(traffic) {} }
    let finish = await traffic.send(.fixture(server.url + "/b?body=\(count)"))
    let expected = LedgerServer.pattern(count)
    switch finish.result.body {
    case .none: #expect(count == 0)
    case .inline(let bytes):
      #expect(count <= 65_536)
      #expect(bytes == expected)
    case .file(let name, let length, let sha256):
      #expect(count > 65_536)
      #expect(finish.bodyPath.hasSuffix("/" + name))
      #expect(length == ByteCount(count))
      let sum = try await onOwnThread { try ChildProcess.run(["sha256sum", finish.bodyPath]) }
      #expect(sum.prefix(64) == sha256.map { String(format: "%02x", $0) }.joined())
      let stored = try Data(contentsOf: URL(fileURLWithPath: finish.bodyPath))
      #expect(Array(stored) == expected)
      let mode = try FileManager.default.attributesOfItem(atPath: finish.bodyPath)[
        .posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `a hundred megabytes leave memory flat and are shown while they grow`() async throws {
    let nginx = try await onOwnThread { try NginxServer() }
    try await onOwnThread { try nginx.write("big", [UInt8](repeating: 65, count: 100 << 20)) }
    let traffic = try Traffic()
    _ = await traffic.send(.fixture(nginx.plain + "/json"))
    let before = try Self.resident()
    let finish = await traffic.send(.fixture(nginx.plain + "/files/big"))
    let after = try Self.resident()
    #expect(finish.result.body.length == .mebibytes(100))
    #expect(after - before < 32 << 20)
    let grown = traffic.events.compactMap { event in
      if case .bodyGrew(_, let count, _) = event { count } else { nil }
    }
    #expect(grown == grown.sorted())
    // As soon as there is a file, though libcurl takes a dozen megabytes in one turn.
    #expect(try #require(grown.first) < .mebibytes(1))
    // All of it may be looked at while the disk takes it.
    #expect(grown.last == .mebibytes(100))
  }

  @Test func `what was laid out for a large body and not needed is given back`() async throws {
    let nginx = try await onOwnThread { try NginxServer() }
    let count = 40 << 20
    try await onOwnThread { try nginx.write("big", [UInt8](repeating: 65, count: count)) }
    let traffic = try Traffic()
    let finish = await traffic.send(.fixture(nginx.plain + "/files/big"))
    var status = stat()
    #expect(stat(finish.bodyPath, &status) == 0)
    #expect(Int(status.st_size) == count)
    // Blocks of 512 bytes; what a file system stores for itself about a file is far less than a step.
    #expect(Int(status.st_blocks) * 512 < count + (1 << 20))
  }

  @Test func `a file that is there already is not written over`() async throws {
    let server = try LedgerServer(.synced)
    let traffic = try Traffic()
    try traffic.folder.write("body-1", "mine")
    let finish = await traffic.send(.fixture(server.url + "/b?body=100000"))
    #expect(finish.failure?.kind == .storage)
    #expect(try String(contentsOfFile: finish.bodyPath, encoding: .utf8) == "mine")
  }

  @Test func `an identity body over the question's size stops`() async throws {
    let server = try LedgerServer(.synced)
    var options = TransportOptions()
    options.limits.bodyQuestion = 1000
    let traffic = try Traffic()
    let under = await traffic.send(.fixture(server.url + "/b?body=1000", options: options))
    #expect(under.status == 200 && under.failure == nil)
    let over = await traffic.send(.fixture(server.url + "/b?body=1001", options: options))
    #expect(over.failure?.kind == .bodyLimit)
    #expect(over.status == 200)
  }

  @Test func `a gzip bomb stops at the ratio`() async throws {
    let server = try HostileServer()
    let finish = try await Traffic().send(.fixture(server.url(.gzipBomb)))
    #expect(finish.failure?.kind == .bodyLimit)
    #expect(finish.result.body.length < 32_000_000)
  }

  @Test(arguments: ["gzip", "brotli", "deflate"])
  func `codings come off`(coding: String) async throws {
    let server = try await onOwnThread { try HttpbinServer() }
    let traffic = try Traffic()
    let finish = await traffic.send(.fixture("\(server.url)/\(coding)"))
    #expect(finish.status == 200, "\(finish.result)")
    #expect(finish.text.contains("\"method\":\"GET\""))
    #expect(finish.result.transfer.responseBody != finish.result.body.length)
    let digest = await traffic.send(
      .fixture(
        "\(server.url)/digest-auth/auth/me/pw", authorization: .digest(user: "me", password: "pw")))
    #expect(digest.status == 200)
  }

  @Test func `a zstd body comes off`() async throws {
    // A frame with one raw block: magic, descriptor, window, block head, content (RFC 8878).
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x05, 0x29, 0, 0] + Array("hello".utf8)
    let server = try ConnectionServer { connection in
      _ = connection.takeRequest()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: \(frame.count)\r\n\r\n")
      connection.send(frame)
    }
    let finish = try await Traffic().send(.fixture("http://127.0.0.1:\(server.port)/"))
    #expect(finish.text == "hello")
    #expect(finish.result.transfer.responseBody == ByteCount(frame.count))
  }
}
