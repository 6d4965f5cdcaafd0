/// An intentional fault of a response.
package enum MockFault: Hashable, Sendable {
  /// Sends this status instead, without calling the service.
  case status(Int, fields: [MockField], body: String)
  /// Sends the correct response later.
  case delay(Duration)
  /// Closes the connection without a response.
  case drop(applied: Applied)
  /// Resets the connection.
  case reset(applied: Applied)
  /// Sends half of the body, then closes the connection.
  case truncate
  /// Sends the body in this number of pieces with a pause before each.
  case slow(pieces: Int, pause: Duration)
  /// Redirects to the requested address.
  case redirectLoop
  /// Sends the body with gzip coding.
  case gzip
  /// Sends a Content-Length that is smaller than the body by this number (larger if negative), then
  /// closes the connection.
  case wrongLength(Int)
  case badJSON
  case contentType(String)
  /// Sends the header twice, with two values.
  case duplicateHeader(String)

  /// The point of the loss: before or after the service has processed the request.
  package enum Applied: Hashable, Sendable { case no, yes }

  /// Whether the service is called at all.
  var asksService: Bool {
    switch self {
    case .status, .drop(.no), .reset(.no), .redirectLoop: false
    case .delay, .drop(.yes), .reset(.yes), .truncate, .slow, .gzip, .wrongLength, .badJSON,
      .contentType, .duplicateHeader:
      true
    }
  }
}

/// A queue of faults for the next requests.
struct FaultQueue: Hashable, Sendable {
  private struct Entry: Hashable {
    let method: String?
    /// A path, in which `*` at the end matches any rest.
    let route: String
    let fault: MockFault
    var times: Int
  }

  private var entries: [Entry] = []

  var count: Int { entries.reduce(0) { $0 + $1.times } }

  /// Returns the oldest fault for a request, or nil, and reduces the fault's remaining count by
  /// one.
  mutating func take(for request: MockRequest) -> MockFault? {
    let index = entries.firstIndex { entry in
      (entry.method == nil || entry.method == request.method)
        && (entry.route.hasSuffix("*")
          ? request.path.hasPrefix(entry.route.dropLast()) : request.path == entry.route)
    }
    guard let index else { return nil }
    entries[index].times -= 1
    let fault = entries[index].fault
    if entries[index].times == 0 { entries.remove(at: index) }
    return fault
  }

  /// Adds a fault in the control plane's format: `route`, `method`, `times` and `fault` with its
  /// own members.
  mutating func add(_ value: MockJSON) throws(MockMisuse) {
    guard let route = value["route"]?.string, route.hasPrefix("/") || route == "*" else {
      throw MockMisuse("A fault needs a `route`: a path, or its beginning with a star behind.")
    }
    let times = value["times"]?.int ?? 1
    guard (1...1_000_000).contains(times) else { throw MockMisuse("`times` is from 1 up.") }
    entries.append(
      Entry(
        method: value["method"]?.string, route: route, fault: try MockFault(value), times: times))
  }
}

extension MockFault {
  init(_ value: MockJSON) throws(MockMisuse) {
    let applied: Applied = value["applied"] == .truth(true) ? .yes : .no
    switch value["fault"]?.string {
    case "status":
      guard let status = value["status"]?.int, (200...599).contains(status) else {
        throw MockMisuse("The fault `status` needs a `status` from 200 to 599.")
      }
      let fields = (value["headers"]?.members ?? []).map {
        MockField($0.name, $0.value.string ?? $0.value.text)
      }
      self = .status(status, fields: fields, body: value["body"]?.string ?? "")
    case "delay": self = .delay(try Self.span(value, "milliseconds"))
    case "drop": self = .drop(applied: applied)
    case "reset": self = .reset(applied: applied)
    case "truncate": self = .truncate
    case "slow":
      self = .slow(
        pieces: max(1, value["pieces"]?.int ?? 10), pause: try Self.span(value, "milliseconds"))
    case "redirectLoop": self = .redirectLoop
    case "gzip": self = .gzip
    case "wrongLength": self = .wrongLength(value["by"]?.int ?? 5)
    case "badJSON": self = .badJSON
    case "contentType":
      self = .contentType(value["type"]?.string ?? "application/json; charset=iso-8859-1")
    case "duplicateHeader": self = .duplicateHeader(value["name"]?.string ?? "Content-Type")
    default:
      throw MockMisuse(
        "`fault` is one of status, delay, drop, reset, truncate, slow, redirectLoop, gzip, "
          + "wrongLength, badJSON, contentType, duplicateHeader.")
    }
  }

  private static func span(_ value: MockJSON, _ name: String) throws(MockMisuse) -> Duration {
    guard let number = value[name]?.int, (0...600_000).contains(number) else {
      throw MockMisuse("This fault needs `\(name)` from 0 to 600000.")
    }
    return .milliseconds(number)
  }
}
