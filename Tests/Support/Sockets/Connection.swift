import CRig
import Glibc

/// One accepted (or opened) stream socket with a read buffer. Used by one thread at a time.
///
/// Every read ends after `patience`, so that no test server waits for ever.
package final class Connection {
  package let descriptor: Int32
  /// Counts from 1 in the order in which the server accepted.
  package let number: Int
  /// The port that was connected to; 0 for a unix socket.
  package let localPort: Int
  // Raw memory, because growing an array by uninitialised bytes is slow without optimisation.
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var start = 0
  private var end = 0

  package init(descriptor: Int32, number: Int, localPort: Int, patience: Duration = .seconds(60)) {
    self.descriptor = descriptor
    self.number = number
    self.localPort = localPort
    var limit = timeval(
      tv_sec: Int(patience.components.seconds),
      tv_usec: Int(patience.components.attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
  }

  deinit { memory.deallocate() }

  /// Waits for more bytes.
  ///
  /// - Returns: False at the end of the stream, on a reset and when patience is over.
  package func fill() -> Bool {
    if start > 0 {
      memmove(memory.baseAddress!, memory.baseAddress! + start, end - start)
      (start, end) = (0, end - start)
    }
    if end == memory.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: memory.count * 2, alignment: 16)
      memcpy(larger.baseAddress!, memory.baseAddress!, end)
      memory.deallocate()
      memory = larger
    }
    while true {
      let got = recv(descriptor, memory.baseAddress! + end, memory.count - end, 0)
      if got < 0 && errno == EINTR { continue }
      end += max(got, 0)
      return got > 0
    }
  }

  /// The next byte without taking it; nil at the end.
  package func peek() -> UInt8? {
    if start == end { guard fill() else { return nil } }
    return memory[start]
  }

  /// The head of the coming request without taking it; nil at the end.
  package func peekHead() -> [UInt8]? {
    let mark: [UInt8] = [13, 10, 13, 10]
    while true {
      let found = rig_find(memory.baseAddress! + start, end - start, mark, mark.count)
      if found >= 0 {
        return [UInt8](UnsafeRawBufferPointer(rebasing: memory[start..<start + found + 4]))
      }
      guard end - start < 1 << 20, fill() else { return nil }
    }
  }

  /// Takes everything up to and including `mark`; nil when the stream ends or grows past `limit`.
  package func take(through mark: [UInt8], limit: Int = 1 << 20) -> [UInt8]? {
    while true {
      let found = rig_find(memory.baseAddress! + start, end - start, mark, mark.count)
      if found >= 0 { return take(found + mark.count) }
      guard end - start < limit, fill() else { return nil }
    }
  }

  /// Takes exactly `count` bytes; nil when the stream ends before.
  package func take(_ count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    while end - start < count { guard fill() else { return nil } }
    defer { start += count }
    return [UInt8](UnsafeRawBufferPointer(rebasing: memory[start..<start + count]))
  }

  /// Takes what is there, waiting for at least one byte; nil at the end.
  package func takeSome() -> [UInt8]? {
    if start == end { guard fill() else { return nil } }
    return take(end - start)
  }

  /// Sends all bytes.
  ///
  /// - Returns: False when the peer is gone or stopped reading for longer than patience.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    let sent = bytes.withContiguousStorageIfAvailable { send(raw: UnsafeRawBufferPointer($0)) }
    return sent ?? Array(bytes).withUnsafeBytes { send(raw: $0) }
  }

  /// Sends text as UTF-8.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  private func send(raw bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = Glibc.send(
        descriptor, bytes.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Makes the coming close a TCP reset instead of an orderly shutdown.
  package func resetOnClose() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// Says that nothing more will be sent; reading goes on.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// True when the peer closed or reset; waits about `limit`, taking and dropping its bytes.
  package func peerCloses(within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    var scrap = [UInt8](repeating: 0, count: 65_536)
    repeat {
      let patience: Int32 = limit < .milliseconds(20) ? 1 : 20
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&waiting, 1, patience) > 0, recv(descriptor, &scrap, scrap.count, 0) <= 0 {
        return true
      }
    } while ContinuousClock.now < end
    return false
  }
}
