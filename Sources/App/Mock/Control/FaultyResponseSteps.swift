import CCrypto
import LoopbackHTTP

/// The steps that send a response with its fault.
struct FaultyResponseSteps: Hashable, Sendable {
  private(set) var steps: [WireStep] = []
  /// The status that the steps send. It is nil if no status is sent.
  private(set) var status: Int?

  /// Computes the steps for a response and its fault.
  ///
  /// - Parameters:
  ///   - response: The response. Nil if the service was not called.
  ///   - fault: The fault of the response.
  init(_ response: LoopbackResponse?, to request: LoopbackRequest, fault: MockFault?) {
    var response = response ?? LoopbackResponse(500)
    if response.delay > .zero { steps.append(.wait(response.delay)) }
    response.delay = .zero
    switch fault {
    case nil: send(response, to: request)
    case .status(let status, let fields, let body):
      send(LoopbackResponse(status, fields: fields, body: Array(body.utf8)), to: request)
    case .delay(let span):
      steps.append(.wait(span))
      send(response, to: request)
    case .drop: steps.append(.close)
    case .reset: steps.append(.reset)
    case .truncate:
      send(
        response, length: response.body.count, response.body.prefix(response.body.count / 2))
      steps.append(.close)
    case .slow(let pieces, let pause):
      send(response, length: response.body.count, [])
      let size = max(1, (response.body.count + pieces - 1) / pieces)
      for start in stride(from: 0, to: response.body.count, by: size) {
        steps += [.wait(pause), .send(Array(response.body[start...].prefix(size)))]
      }
    case .redirectLoop:
      send(LoopbackResponse(302, fields: [LoopbackField("Location", request.target)]), to: request)
    case .gzip:
      var packed = response
      packed.body = Self.packed(response.body)
      packed.fields.append(LoopbackField("Content-Encoding", "gzip"))
      send(packed, to: request)
    case .wrongLength(let less):
      send(response, length: max(0, response.body.count - less), response.body[...])
      steps.append(.close)
    case .badJSON:
      var broken = response
      broken.body = Array(#"{"unfinished": ["#.utf8)
      send(broken, to: request)
    case .contentType(let type):
      var other = response
      other.fields.removeAll { $0.name.lowercased() == "content-type" }
      other.fields.append(LoopbackField("Content-Type", type))
      send(other, to: request)
    case .duplicateHeader(let name):
      var twice = response
      let first = response.fields.first { $0.name.lowercased() == name.lowercased() }
      if first == nil { twice.fields.append(LoopbackField(name, "one")) }
      twice.fields.append(LoopbackField(name, "two"))
      send(twice, to: request)
    }
  }

  private mutating func send(_ response: LoopbackResponse, to request: LoopbackRequest) {
    status = response.status
    steps += response.steps(to: request.method)
  }

  /// Sends a head whose Content-Length is `length`, then a part of the body.
  private mutating func send(
    _ response: LoopbackResponse, length: Int, _ body: ArraySlice<UInt8>
  ) {
    status = response.status
    steps.append(.send(response.head(length: length) + body))
  }

  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: ccrypto_gzip_most(bytes.count))
    let count = ccrypto_gzip(bytes, bytes.count, &packed)
    return Array(packed.prefix(count))
  }
}
