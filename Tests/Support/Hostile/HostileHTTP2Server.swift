import Synchronization

/// HTTP/2 in raw frames (RFC 9113), misbehaving as the path says.
///
/// Plain, for clients with prior knowledge; put a `TLSFront` speaking `.http2` before it for others.
package final class HostileHTTP2Server: Sendable {
  /// One way to misbehave; the raw value is the path.
  package enum Case: String, CaseIterable, Sendable {
    /// A good response, so that the server itself can be trusted.
    case fine
    /// Provably unprocessed: may be sent again, even a POST (section 8.7).
    case refusedStream, goAwayZero
    /// Perhaps processed: a POST must not be sent again.
    case internalError, goAwayAfter, closeWithoutResponse, resetInBody
    /// The final head is cut off, or only an interim one comes.
    case cutInHead, endAfterHalfHead, resetAfterHalfHead, endAfterInterim, resetAfterInterim
    /// Without an end: only a deadline helps.
    case pingFlood, settingsFlood, windowZero, silence
    /// An error of the connection.
    case continuationFlood, badFrame, dataBeforeHeaders
  }

  private let server: ConnectionServer
  private let counts: Counts

  package init() throws(RigError) {
    let counts = Counts()
    self.counts = counts
    server = try ConnectionServer { connection in
      guard let preface = connection.take(24), preface.starts(with: Array("PRI * ".utf8)) else {
        return
      }
      connection.send(HTTP2Frame(.settings, stream: 0).bytes)
      while let frame = connection.takeFrame() {
        if frame.kind == HTTP2Frame.Kind.settings.rawValue, frame.flags & 1 == 0 {
          connection.send(HTTP2Frame(.settings, flags: 1, stream: 0).bytes)
        }
        guard frame.kind == HTTP2Frame.Kind.headers.rawValue else { continue }
        // The path is a literal in every client's first header block, Huffman-coded or plain: the
        // case is therefore chosen by the server and not read from the request.
        let hostile = counts.next(stream: frame.stream)
        guard Self.play(hostile, frame.stream, connection) else { return }
      }
    }
  }

  package var port: Int { server.port }
  package var url: String { "http://127.0.0.1:\(port)/" }

  /// What the following requests meet.
  package func behave(_ hostile: Case) { counts.state.withLock { $0 = (hostile, 0) } }

  /// Header blocks received since `behave`.
  package var received: Int { counts.state.withLock { $0.received } }

  package func stop() { server.stop() }

  private final class Counts: Sendable {
    let state = Mutex<(hostile: Case, received: Int)>((.fine, 0))
    func next(stream: Int) -> Case {
      state.withLock { state in
        state.received += 1
        return state.hostile
      }
    }
  }

  private static func play(_ hostile: Case, _ stream: Int, _ connection: Connection) -> Bool {
    // 0x88 is `:status 200` in the static table (RFC 7541, appendix A).
    let head = HTTP2Frame(.headers, flags: 4, stream: stream, [0x88])
    // A literal value behind the indexed name `:status` (RFC 7541, section 6.2.2).
    let interim = HTTP2Frame(
      .headers, flags: 4, stream: stream, [0x08, 3] + Array("103".utf8))
    func repeated(_ frame: HTTP2Frame) {
      let end = ContinuousClock.now + .seconds(60)
      let block = Array(repeatElement(frame.bytes, count: 10).joined())
      // The client's acknowledgements are read, and awaited, because a client gives up by itself
      // when a thousand of them cannot leave.
      while ContinuousClock.now < end, connection.send(block),
        !connection.peerCloses(within: .milliseconds(1))
      {}
    }
    switch hostile {
    case .fine:
      return connection.send(
        head.bytes + HTTP2Frame(.data, flags: 1, stream: stream, Array("fine".utf8)).bytes)
    case .refusedStream:
      return connection.send(HTTP2Frame(.reset, stream: stream, [0, 0, 0, 7]).bytes)
    case .internalError:
      return connection.send(HTTP2Frame(.reset, stream: stream, [0, 0, 0, 2]).bytes)
    case .goAwayZero:
      connection.send(HTTP2Frame(.goAway, stream: 0, [0, 0, 0, 0, 0, 0, 0, 0]).bytes)
      connection.finishSending()
      _ = connection.peerCloses(within: .seconds(5))
    case .goAwayAfter:
      let last = [UInt8(0), 0, UInt8(stream >> 8 & 255), UInt8(stream & 255)]
      connection.send(HTTP2Frame(.goAway, stream: 0, last + [0, 0, 0, 2]).bytes)
    case .closeWithoutResponse: break
    case .cutInHead:
      let named = HTTP2Frame(.headers, flags: 4, stream: stream, [0x88, 0x00, 1, 0x78, 1, 0x79])
      connection.send(named.bytes.dropLast(2))
    case .endAfterHalfHead: connection.send(HTTP2Frame(.headers, stream: stream, [0x88]).bytes)
    case .resetAfterHalfHead:
      connection.send(HTTP2Frame(.headers, stream: stream, [0x88]).bytes)
      return connection.send(HTTP2Frame(.reset, stream: stream, [0, 0, 0, 2]).bytes)
    case .endAfterInterim: connection.send(interim.bytes)
    case .resetAfterInterim:
      connection.send(interim.bytes)
      return connection.send(HTTP2Frame(.reset, stream: stream, [0, 0, 0, 2]).bytes)
    case .resetInBody:
      connection.send(head.bytes + HTTP2Frame(.data, stream: stream, Array("ha".utf8)).bytes)
      return connection.send(HTTP2Frame(.reset, stream: stream, [0, 0, 0, 2]).bytes)
    case .pingFlood: repeated(HTTP2Frame(.ping, stream: 0, Array(repeating: 0, count: 8)))
    case .settingsFlood: repeated(HTTP2Frame(.settings, stream: 0))
    case .windowZero:
      // Settings 4, the initial window, to zero: a body can never be sent.
      connection.send(HTTP2Frame(.settings, stream: 0, [0, 4, 0, 0, 0, 0]).bytes)
      _ = connection.peerCloses(within: .seconds(60))
    case .silence: _ = connection.peerCloses(within: .seconds(60))
    case .continuationFlood:
      connection.send(HTTP2Frame(.headers, stream: stream, [0x88]).bytes)
      // A literal field without indexing, name and value of one letter (RFC 7541, section 6.2.2).
      let field: [UInt8] = [0x00, 1, 0x78, 1, 0x79]
      repeated(
        HTTP2Frame(
          .continuation, stream: stream, Array(repeatElement(field, count: 3000).joined())))
    case .badFrame:
      // A PING must have eight bytes (section 6.7).
      connection.send(HTTP2Frame(.ping, stream: 0, [1, 2, 3]).bytes)
      _ = connection.peerCloses(within: .seconds(10))
    case .dataBeforeHeaders:
      connection.send(HTTP2Frame(.data, flags: 1, stream: stream, [1]).bytes)
      _ = connection.peerCloses(within: .seconds(10))
    }
    return false
  }
}

/// One frame (RFC 9113, section 4.1).
struct HTTP2Frame {
  enum Kind: UInt8 {
    case data = 0
    case headers = 1
    case reset = 3
    case settings = 4
    case ping = 6
    case goAway = 7
    case windowUpdate = 8
    case continuation = 9
  }

  let bytes: [UInt8]

  init(_ kind: Kind, flags: UInt8 = 0, stream: Int, _ payload: [UInt8] = []) {
    let count = payload.count
    bytes =
      [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255), kind.rawValue, flags]
      + [UInt8(stream >> 24 & 127), UInt8(stream >> 16 & 255), UInt8(stream >> 8 & 255)]
      + [UInt8(stream & 255)] + payload
  }
}

extension Connection {
  /// Reads one frame of HTTP/2; nil at the end.
  func takeFrame() -> (kind: UInt8, flags: UInt8, stream: Int, payload: [UInt8])? {
    guard let head = take(9) else { return nil }
    let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    guard count <= 1 << 20, let payload = take(count) else { return nil }
    let stream = Int(head[5] & 127) << 24 | Int(head[6]) << 16 | Int(head[7]) << 8 | Int(head[8])
    return (head[3], head[4], stream, payload)
  }
}
