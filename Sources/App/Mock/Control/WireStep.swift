/// What a server does with a connection to play an answer.
package enum WireStep: Hashable, Sendable {
  case send([UInt8])
  case wait(Duration)
  /// The end of the connection, in order.
  case close
  /// The end of the connection by a TCP reset.
  case reset
}

/// An answer as it goes over the wire.
struct WirePlay: Hashable, Sendable {
  private(set) var steps: [WireStep] = []
  /// The status that was sent; nil when none was.
  private(set) var status: Int?

  /// - Parameters:
  ///   - answer: Nil when the service was not asked.
  ///   - fault: What goes wrong with it.
  init(_ answer: MockAnswer?, to request: MockRequest, fault: MockFault?) {
    let answer = answer ?? MockAnswer(500)
    if answer.delay > .zero { steps.append(.wait(answer.delay)) }
    switch fault {
    case nil: send(answer, to: request)
    case .status(let status, let fields, let body):
      send(MockAnswer(status, fields: fields, body: Array(body.utf8)), to: request)
    case .delay(let span):
      steps.append(.wait(span))
      send(answer, to: request)
    case .drop: steps.append(.close)
    case .reset: steps.append(.reset)
    case .truncate:
      send(head(answer, length: answer.body.count), answer.body.prefix(answer.body.count / 2))
      steps.append(.close)
    case .slow(let pieces, let pause):
      send(head(answer, length: answer.body.count), [])
      let size = max(1, (answer.body.count + pieces - 1) / pieces)
      for start in stride(from: 0, to: answer.body.count, by: size) {
        steps += [.wait(pause), .send(Array(answer.body[start...].prefix(size)))]
      }
    case .redirectLoop:
      send(MockAnswer(302, fields: [MockField("Location", request.target)]), to: request)
    case .gzip:
      var packed = answer
      packed.body = Gzip.stored(answer.body)
      packed.fields.append(MockField("Content-Encoding", "gzip"))
      send(packed, to: request)
    case .wrongLength(let less):
      send(head(answer, length: max(0, answer.body.count - less)), answer.body[...])
      steps.append(.close)
    case .badJSON:
      var broken = answer
      broken.body = Array(#"{"unfinished": ["#.utf8)
      send(broken, to: request)
    case .contentType(let type):
      var other = answer
      other.fields.removeAll { $0.name.lowercased() == "content-type" }
      other.fields.append(MockField("Content-Type", type))
      send(other, to: request)
    case .duplicateHeader(let name):
      var twice = answer
      let first = answer.fields.first { $0.name.lowercased() == name.lowercased() }
      if first == nil { twice.fields.append(MockField(name, "one")) }
      twice.fields.append(MockField(name, "two"))
      send(twice, to: request)
    }
  }

  private mutating func send(_ answer: MockAnswer, to request: MockRequest) {
    let body = request.method == "HEAD" ? [] : answer.body[...]
    send(head(answer, length: answer.body.count), body)
  }

  private mutating func send(_ head: [UInt8], _ body: ArraySlice<UInt8>) {
    steps.append(.send(head + body))
  }

  private mutating func head(_ answer: MockAnswer, length: Int) -> [UInt8] {
    status = answer.status
    var text = "HTTP/1.1 \(answer.status) \(answer.reason)\r\n"
    for field in answer.fields { text += "\(field.name): \(field.value)\r\n" }
    if answer.status != 204 && answer.status != 304 { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
