import ClientModel
import TestSupport
import TestTraits
import Testing

/// What redirected requests without a body say of their length.
@Suite(.usesSystem) struct RedirectedLengthTests {
  @Test(
    arguments: [
      ("POST", 307, ["0", "0"]), ("PUT", 308, ["0", "0"]), ("PATCH", 307, ["0", "0"]),
      ("POST", 303, ["0", nil]), ("POST", 302, ["0", nil]), ("PUT", 302, ["0", "0"]),
      ("DELETE", 307, [nil, nil]),
    ] as [(String, Int, [String?])])
  func `each hop states the length that its method asks for`(
    method: String, status: Int, lengths: [String?]
  ) async throws {
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let first = try RecorderServer(
      response: "HTTP/1.1 \(status) Go\r\nLocation: \(server.url)/next\r\nContent-Length: 0\r\n\r\n"
    )
    let rig = try await LibraryRig()
    let sent = try await rig.send(PreparedRequest(Draft(method: method, url: first.url)))
    #expect(sent.job.state == .succeeded, "\(sent.job.state)")
    let hops = [first.requests[0], server.requests[0]]
    #expect(hops.map { $0.header("Content-Length") } == lengths)
  }
}
