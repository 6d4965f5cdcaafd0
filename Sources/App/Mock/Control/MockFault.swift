import FoundationEssentials
import LoopbackHTTP

/// An intentional fault of a response.
enum MockFault: Hashable, Sendable {
  /// Sends this status. The service is not called.
  case status(Int, fields: [LoopbackField], body: String)
  /// Sends the correct response after a delay.
  case delay(Duration)
  /// Closes the connection without a response.
  case drop(at: LossPoint)
  /// Resets the connection.
  case reset(at: LossPoint)
  /// Sends half of the body, then closes the connection.
  case truncate
  /// Sends the body in this number of chunks, with a pause before each chunk.
  case slow(pieces: Int, pause: Duration)
  /// Redirects to the requested address.
  case redirectLoop
  /// Compresses the body with gzip.
  case gzip
  /// Sends a wrong Content-Length, then closes the connection. The value is this much smaller than
  /// the body, or larger if the number is negative.
  case wrongLength(Int)
  case badJSON
  case contentType(String)
  /// Sends the header twice, with two values.
  case duplicateHeader(String)

  /// The time of the loss, relative to the processing of the request by the service.
  enum LossPoint: Hashable, Sendable { case beforeService, afterService }

  /// Whether the service is called.
  var asksService: Bool {
    switch self {
    case .status, .drop(.beforeService), .reset(.beforeService), .redirectLoop: false
    case .delay, .drop(.afterService), .reset(.afterService), .truncate, .slow, .gzip, .wrongLength,
      .badJSON,
      .contentType, .duplicateHeader:
      true
    }
  }
}

/// A queue of faults for the next requests.
struct FaultQueue: Sendable {
  private var rules: [FaultRule] = []

  var count: Int { rules.reduce(0) { $0 + $1.times } }

  /// Returns the oldest fault for a request and decrements the fault's remaining count. Returns nil
  /// if there is no fault for the request.
  mutating func take(for request: LoopbackRequest) -> MockFault? {
    guard let index = rules.firstIndex(where: { $0.fits(request) }) else { return nil }
    rules[index].times -= 1
    let fault = rules[index].fault
    if rules[index].times == 0 { rules.remove(at: index) }
    return fault
  }

  /// Adds one or several faults in the format of the controls.
  mutating func add(_ body: [UInt8]) throws {
    let isList = body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
    let decoder = JSONDecoder()
    rules +=
      isList
      ? try decoder.decode([FaultRule].self, from: Data(body))
      : [try decoder.decode(FaultRule.self, from: Data(body))]
  }
}

/// A fault for certain requests, in the format of the controls. The members are `route`, `method`,
/// `times`, `fault` and the details of the fault.
private struct FaultRule: Decodable {
  let method: String?
  /// A path. A `*` at the end of the path matches any characters.
  let route: String
  let fault: MockFault
  var times: Int

  private enum Key: CodingKey {
    case route, method, times, fault, applied, status, headers, body, milliseconds, pieces, by
    case type, name
  }

  func fits(_ request: LoopbackRequest) -> Bool {
    (method == nil || method == request.method)
      && (route.hasSuffix("*")
        ? request.path.hasPrefix(route.dropLast()) : request.path == route)
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String? {
      try members.decodeIfPresent(String.self, forKey: key)
    }
    func number(_ key: Key) throws -> Int? { try members.decodeIfPresent(Int.self, forKey: key) }
    guard let route = try text(.route), route.hasPrefix("/") || route == "*" else {
      throw MockMisuse("A fault needs a `route`: a path, or the start of one followed by a star.")
    }
    let times = try number(.times) ?? 1
    guard (1...1_000_000).contains(times) else { throw MockMisuse("`times` must be 1 or more.") }
    (self.route, self.times) = (route, times)
    method = try text(.method)
    func span() throws -> Duration {
      guard let span = try number(.milliseconds), (0...600_000).contains(span) else {
        throw MockMisuse("This fault needs `milliseconds` from 0 to 600000.")
      }
      return .milliseconds(span)
    }
    let point: MockFault.LossPoint =
      try members.decodeIfPresent(Bool.self, forKey: .applied) == true
      ? .afterService : .beforeService
    fault =
      switch try text(.fault) {
      case "status":
        try Self.status(
          number(.status), members.decodeIfPresent([String: String].self, forKey: .headers),
          text(.body))
      case "delay": .delay(try span())
      case "drop": .drop(at: point)
      case "reset": .reset(at: point)
      case "truncate": .truncate
      case "slow": .slow(pieces: max(1, try number(.pieces) ?? 10), pause: try span())
      case "redirectLoop": .redirectLoop
      case "gzip": .gzip
      case "wrongLength": .wrongLength(try number(.by) ?? 5)
      case "badJSON": .badJSON
      case "contentType":
        .contentType(try text(.type) ?? "application/json; charset=iso-8859-1")
      case "duplicateHeader": .duplicateHeader(try text(.name) ?? "Content-Type")
      default:
        throw MockMisuse(
          "`fault` is one of status, delay, drop, reset, truncate, slow, redirectLoop, gzip, "
            + "wrongLength, badJSON, contentType, duplicateHeader.")
      }
  }

  private static func status(
    _ status: Int?, _ headers: [String: String]?, _ body: String?
  ) throws -> MockFault {
    guard let status, (200...599).contains(status) else {
      throw MockMisuse("The fault `status` needs a `status` from 200 to 599.")
    }
    let fields = (headers ?? [:]).sorted { $0.key < $1.key }
      .map { LoopbackField($0.key, $0.value) }
    return .status(status, fields: fields, body: body ?? "")
  }
}
