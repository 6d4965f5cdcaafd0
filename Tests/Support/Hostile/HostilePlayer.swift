import Glibc

/// Plays one hostile response on a connection, within its bounds of bytes and time.
struct HostilePlayer: Sendable {
  let pace: Duration
  let bound: Int

  /// - Parameter served: How many requests this connection has brought, this one included.
  /// - Returns: Whether the connection stays for another request.
  func play(_ hostile: HostileCase, on connection: Connection, served: Int) -> Bool {
    if let bytes = HostileResponse.bytes(hostile) {
      connection.send(bytes)
      // Complete responses leave the connection open: a client that reuses it after bytes it
      // never asked for reads a forged response.
      return keeps(hostile)
    }
    switch hostile {
    case .diesOnReusedConnection:
      guard served == 1 else { return false }
      return connection.send(HostileResponse.ok + "Content-Length: 2\r\n\r\nok")
    case .resetAfterRequest: connection.resetOnClose()
    case .resetInHeaders: reset(connection, after: HostileResponse.ok + "X-Half: ")
    case .resetInBody:
      reset(connection, after: HostileResponse.ok + "Content-Length: 50\r\n\r\nhalf")
    case .hugeHeaderLine:
      connection.send(HostileResponse.ok + "X-Huge: ")
      repeatedly(connection, "aaaaaaaaaaaaaaaa", bytes: 1 << 20)
      connection.send("\r\nContent-Length: 2\r\n\r\nok")
    case .endlessHeaders: headers(connection, line: "X-More: and more\r\n", bytes: bound)
    case .hundredMegabytesOfHeaders:
      headers(
        connection, line: "X-Wide: " + String(repeating: "a", count: 1000) + "\r\n",
        bytes: 100 << 20)
    case .twoHundredThousandHeaders: headers(connection, line: "X-N: 1\r\n", bytes: 8 * 200_000)
    case .twentyThousandContinues:
      let interim = "HTTP/1.1 100 Continue\r\n\r\n"
      repeatedly(connection, interim, bytes: 20_000 * interim.utf8.count)
      connection.send(HostileResponse.ok + "Content-Length: 2\r\n\r\nok")
    case .endlessEarlyHints:
      repeatedly(connection, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", bytes: bound)
    case .gzipBomb:
      connection.send(HostileResponse.ok + "Content-Encoding: gzip\r\n\r\n")
      connection.send(HostileResponse.gzipHead)
      repeatedly(connection, HostileResponse.deflatedMegabyte, bytes: 1 << 20)
    case .silenceAfterHeaders:
      connection.send(HostileResponse.ok + "Content-Length: 5\r\n\r\n")
      _ = connection.peerCloses(within: .seconds(60))
    case .headersByteByByte:
      crawl(connection, HostileResponse.ok + "X-Slow: " + String(repeating: "x", count: 100_000))
    case .bodyByteByByte:
      connection.send(HostileResponse.ok + "Content-Length: 100000\r\n\r\n")
      crawl(connection, String(repeating: "x", count: 100_000))
    case .endlessBody:
      connection.send(HostileResponse.ok + "Content-Type: application/octet-stream\r\n\r\n")
      repeatedly(connection, String(repeating: "endless ", count: 1000), bytes: bound * 4)
    default: preconditionFailure("The case \(hostile) has no script.")
    }
    return false
  }

  /// Plays an upload case: only the head of the request has arrived for certain.
  func playUpload(_ hostile: HostileCase, on connection: Connection) {
    switch hostile {
    case .earlyRefusal:
      connection.send("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
      connection.finishSending()
    case .expectationFailed:
      connection.send("HTTP/1.1 417 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
      connection.finishSending()
    case .earlyResponse:
      connection.send(
        HostileResponse.ok + "Connection: close\r\nContent-Length: 2\r\n\r\nok")
      connection.finishSending()
    case .resetDuringUpload:
      _ = connection.takeSome()
      connection.resetOnClose()
      return
    case .slowReader:
      // The kernel's buffers fill while nobody reads: the client must wait, and not give up.
      usleep(300_000)
      guard connection.takeRequest() != nil else { return }
      connection.send(HostileResponse.ok + "Content-Length: 2\r\n\r\nok")
      return
    default: preconditionFailure("\(hostile) is not about uploads.")
    }
    // What is still coming is read and dropped, or its arrival would reset the response away.
    _ = connection.peerCloses(within: .seconds(10))
  }

  private func keeps(_ hostile: HostileCase) -> Bool {
    switch hostile.verdict {
    case .accepted, .notFollowed: true
    case .marked: hostile != .bareLF && hostile != .lengthOf23Digits
    default: false
    }
  }

  private func reset(_ connection: Connection, after text: String) {
    connection.send(text)
    // The client must have read this before the reset overtakes it.
    usleep(50_000)
    connection.resetOnClose()
  }

  private func headers(_ connection: Connection, line: String, bytes: Int) {
    connection.send(HostileResponse.ok)
    repeatedly(connection, line, bytes: bytes)
    connection.send("Content-Length: 2\r\n\r\nok")
  }

  private func repeatedly(_ connection: Connection, _ text: String, bytes: Int) {
    repeatedly(connection, Array(text.utf8), bytes: bytes)
  }

  /// Sends `unit` again and again until about `bytes` are out, a minute is over or nobody reads.
  private func repeatedly(_ connection: Connection, _ unit: [UInt8], bytes: Int) {
    let times = max(1, min(65_536, bytes) / unit.count)
    let block = Array(repeatElement(unit, count: times).joined())
    let end = ContinuousClock.now + .seconds(60)
    var left = bytes / unit.count
    while left > 0, ContinuousClock.now < end {
      guard connection.send(block.prefix(min(left, times) * unit.count)) else { return }
      left -= times
    }
  }

  private func crawl(_ connection: Connection, _ text: String) {
    let end = ContinuousClock.now + .seconds(60)
    for byte in text.utf8 where ContinuousClock.now < end {
      guard connection.send([byte]), !connection.peerCloses(within: pace) else { return }
    }
  }
}
