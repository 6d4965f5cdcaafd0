import Synchronization

/// HTTP/2 that processes some streams of each connection and refuses the others, as servers do that rotate their
/// connections (RFC 9113, sections 6.8 and 8.7).
///
/// Plain; put a `TLSFront` speaking `.http2` before it.
package final class RotatingHTTP2Server: Sendable {
  /// How the streams after the processed ones are refused.
  package enum Refusal: Sendable {
    /// One GOAWAY with this error code and debug data. Without a processed stream, it comes with the first one.
    case goAway(code: UInt8, debug: String = "")
    /// A GOAWAY that counts every stream, then one that counts those that were processed.
    case gracefulGoAway
    /// The same GOAWAY twice.
    case repeatedGoAway
    /// RST_STREAM(REFUSED_STREAM) for each; the connection stays.
    case refusedStream
    /// The same, once the first bytes of the body have come.
    case refusedUpload
    /// RST_STREAM(INTERNAL_ERROR) for each: they may have been processed.
    case internalError
  }

  /// What happens once the last stream that counts is complete.
  package enum Last: Sendable { case isAnswered, isDropped }

  /// What the connections after the refusing ones do.
  package enum Afterwards: Sendable {
    case process
    /// They process one stream and end without a response, as a server that dies.
    case die
  }

  private let server: ConnectionServer
  private let record: Record

  /// - Parameters:
  ///   - streams: The number of streams that a connection processes.
  ///   - refusing: The number of connections that refuse.
  package init(
    processing streams: Int, then refusal: Refusal, refusing: Int = .max, last: Last = .isAnswered,
    afterwards: Afterwards = .process
  ) throws(RigError) {
    let record = Record()
    self.record = record
    server = try ConnectionServer { connection in
      guard connection.take(24) != nil else { return }
      connection.send(HTTP2Frame(.settings, stream: 0).bytes)
      var session =
        if connection.number <= refusing {
          Session(most: streams, refusal: refusal, last: last, record: record)
        } else {
          switch afterwards {
          case .process: Session(most: .max, refusal: refusal, last: last, record: record)
          case .die: Session(most: 1, refusal: .goAway(code: 0), last: .isDropped, record: record)
          }
        }
      while let frame = connection.takeFrame() {
        guard !session.take(frame, on: connection) else { continue }
        // Closed at once, it would be reset because of frames that nobody read, and the GOAWAY be lost.
        if session.last == .isAnswered { _ = connection.peerCloses(within: .seconds(2)) }
        return connection.finishSending()
      }
    }
  }

  package var port: Int { server.port }
  /// The bodies of the streams that were processed, in their order.
  package var processed: [String] { record.processed.withLock { $0 } }
  /// The number of streams that were refused or ignored.
  package var refused: Int { record.refused.withLock { $0 } }
  /// The number of connections.
  package var accepted: Int { server.accepted }
  package func stop() { server.stop() }

  private final class Record: Sendable {
    let processed = Mutex<[String]>([])
    let refused = Mutex(0)
  }

  /// The streams of one connection.
  private struct Session {
    let most: Int
    let refusal: Refusal
    let last: Last
    let record: Record
    private var bodies: [Int: [UInt8]] = [:]
    private var count = 0
    private var isAway = false
    /// The streams that are refused with the first bytes of their bodies.
    private var uploads: Set<Int> = []

    init(most: Int, refusal: Refusal, last: Last, record: Record) {
      self.most = most
      self.refusal = refusal
      self.last = last
      self.record = record
    }

    /// False once the connection is to be closed.
    mutating func take(
      _ frame: (kind: UInt8, flags: UInt8, stream: Int, payload: [UInt8]), on connection: Connection
    ) -> Bool {
      let (stream, ends) = (frame.stream, frame.flags & 1 != 0)
      switch HTTP2Frame.Kind(rawValue: frame.kind) {
      case .settings:
        if !ends { connection.send(HTTP2Frame(.settings, flags: 1, stream: 0).bytes) }
      case .headers:
        if count >= most { return refuse(stream, on: connection) }
        count += 1
        bodies[stream] = []
        if count == most { goAway(after: stream, on: connection) }
        if ends { return finish(stream, on: connection) }
      case .data:
        let length = frame.payload.count
        if length > 0 {
          let more = [UInt8(0), UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)]
          connection.send(HTTP2Frame(.windowUpdate, stream: 0, more).bytes)
          if bodies[stream] != nil {
            connection.send(HTTP2Frame(.windowUpdate, stream: stream, more).bytes)
          }
        }
        if uploads.remove(stream) != nil { reset(stream, code: 7, on: connection) }
        bodies[stream]?.append(contentsOf: frame.payload)
        if ends, bodies[stream] != nil { return finish(stream, on: connection) }
      default: break
      }
      return true
    }

    private mutating func refuse(_ stream: Int, on connection: Connection) -> Bool {
      record.refused.withLock { $0 += 1 }
      switch refusal {
      case .goAway, .gracefulGoAway, .repeatedGoAway:
        guard most == 0 else { return true }
        goAway(after: 0, on: connection)
        return false
      case .refusedStream: reset(stream, code: 7, on: connection)
      case .refusedUpload: uploads.insert(stream)
      case .internalError: reset(stream, code: 2, on: connection)
      }
      return true
    }

    private func reset(_ stream: Int, code: UInt8, on connection: Connection) {
      connection.send(HTTP2Frame(.reset, stream: stream, [0, 0, 0, code]).bytes)
    }

    private mutating func goAway(after stream: Int, on connection: Connection) {
      let last = [UInt8(0), 0, UInt8(stream >> 8 & 255), UInt8(stream & 255)]
      isAway = true
      switch refusal {
      case .goAway(let code, let debug):
        connection.send(
          HTTP2Frame(.goAway, stream: 0, last + [0, 0, 0, code] + Array(debug.utf8)).bytes)
      case .gracefulGoAway:
        connection.send(HTTP2Frame(.goAway, stream: 0, [127, 255, 255, 255, 0, 0, 0, 0]).bytes)
        connection.send(HTTP2Frame(.goAway, stream: 0, last + [0, 0, 0, 0]).bytes)
      case .repeatedGoAway:
        for _ in 0..<2 {
          connection.send(HTTP2Frame(.goAway, stream: 0, last + [0, 0, 0, 0]).bytes)
        }
      case .refusedStream, .refusedUpload, .internalError: isAway = false
      }
    }

    private mutating func finish(_ stream: Int, on connection: Connection) -> Bool {
      let body = bodies.removeValue(forKey: stream) ?? []
      record.processed.withLock { $0.append(String(decoding: body.prefix(40), as: UTF8.self)) }
      let isLast = isAway && bodies.isEmpty && count == most
      if isLast, last == .isDropped { return false }
      // `:status 200` of the static table, and the end of the stream.
      connection.send(HTTP2Frame(.headers, flags: 5, stream: stream, [0x88]).bytes)
      return !isLast
    }
  }
}
