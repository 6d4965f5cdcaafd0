/// A step that a server takes on a connection to send a response.
package enum WireStep: Hashable, Sendable {
  case send([UInt8])
  case wait(Duration)
  /// Closes the connection in an orderly way.
  case close
  /// Closes the connection with a TCP reset.
  case reset
}

/// The steps that send a response.
struct WirePlay: Hashable, Sendable {
  private(set) var steps: [WireStep] = []
  /// The status that the steps send, or nil if they send none.
  private(set) var status: Int?

  /// Computes the steps for a response and its fault.
  ///
  /// - Parameters:
  ///   - response: The response, or nil if the service was not called.
  ///   - fault: The fault of the response.
  init(_ response: MockResponse?, to request: MockRequest, fault: MockFault?) {
    let response = response ?? MockResponse(500)
    if response.delay > .zero { steps.append(.wait(response.delay)) }
    switch fault {
    case nil: send(response, to: request)
    case .status(let status, let fields, let body):
      send(MockResponse(status, fields: fields, body: Array(body.utf8)), to: request)
    case .delay(let span):
      steps.append(.wait(span))
      send(response, to: request)
    case .drop: steps.append(.close)
    case .reset: steps.append(.reset)
    case .truncate:
      send(
        head(response, length: response.body.count), response.body.prefix(response.body.count / 2))
      steps.append(.close)
    case .slow(let pieces, let pause):
      send(head(response, length: response.body.count), [])
      let size = max(1, (response.body.count + pieces - 1) / pieces)
      for start in stride(from: 0, to: response.body.count, by: size) {
        steps += [.wait(pause), .send(Array(response.body[start...].prefix(size)))]
      }
    case .redirectLoop:
      send(MockResponse(302, fields: [MockField("Location", request.target)]), to: request)
    case .gzip:
      var packed = response
      packed.body = Gzip.stored(response.body)
      packed.fields.append(MockField("Content-Encoding", "gzip"))
      send(packed, to: request)
    case .wrongLength(let less):
      send(head(response, length: max(0, response.body.count - less)), response.body[...])
      steps.append(.close)
    case .badJSON:
      var broken = response
      broken.body = Array(#"{"unfinished": ["#.utf8)
      send(broken, to: request)
    case .contentType(let type):
      var other = response
      other.fields.removeAll { $0.name.lowercased() == "content-type" }
      other.fields.append(MockField("Content-Type", type))
      send(other, to: request)
    case .duplicateHeader(let name):
      var twice = response
      let first = response.fields.first { $0.name.lowercased() == name.lowercased() }
      if first == nil { twice.fields.append(MockField(name, "one")) }
      twice.fields.append(MockField(name, "two"))
      send(twice, to: request)
    }
  }

  private mutating func send(_ response: MockResponse, to request: MockRequest) {
    let body = request.method == "HEAD" ? [] : response.body[...]
    send(head(response, length: response.body.count), body)
  }

  private mutating func send(_ head: [UInt8], _ body: ArraySlice<UInt8>) {
    steps.append(.send(head + body))
  }

  private mutating func head(_ response: MockResponse, length: Int) -> [UInt8] {
    status = response.status
    var text = "HTTP/1.1 \(response.status) \(response.reason)\r\n"
    for field in response.fields { text += "\(field.name): \(field.value)\r\n" }
    if response.status != 204 && response.status != 304 { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

/// The gzip format without compression, which every reader must accept.
///
/// - Source: RFC 1952, section 2.3; stored blocks: RFC 1951, section 3.2.4.
enum Gzip {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += little(count) + little(~count) + block
    } while !rest.isEmpty
    return result + little(crc32(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Returns the CRC-32 checksum.
  ///
  /// - Source: RFC 1952, section 8.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
