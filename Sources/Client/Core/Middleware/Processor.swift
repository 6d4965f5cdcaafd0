public import ClientModel

/// A stage after the transport. It accepts, changes or refuses a response.
public protocol Processor: Sendable {
  /// The name in the exchange's list of stages.
  var name: String { get }

  /// The time after which the stage is stopped and the job fails, or nil for a stage that has its
  /// own limit or never waits.
  var deadline: Duration? { get }

  /// Returns the response to continue with: the same one, or a changed copy.
  ///
  /// - Throws: The reason why the response is refused. The job fails with this reason, and the
  ///   received response can still be viewed. Stages after this one are skipped.
  func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse
}

extension Processor {
  /// The default deadline of one minute.
  public var deadline: Duration? { .seconds(60) }
}

/// A processor that calls a closure.
public struct ClosureProcessor: Processor {
  public let name: String
  public let deadline: Duration?
  private let body: @Sendable (ReceivedResponse) async throws -> ReceivedResponse

  /// Creates a processor.
  ///
  /// - Parameters:
  ///   - deadline: The time after which the closure is stopped.
  ///   - body: The closure. It may throw a `Failure`. Any other error is converted to a failure
  ///     that quotes the error.
  public init(
    _ name: String = "processor", deadline: Duration = .seconds(60),
    _ body: @escaping @Sendable (ReceivedResponse) async throws -> ReceivedResponse
  ) {
    self.name = name
    self.deadline = deadline
    self.body = body
  }

  public func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse {
    do { return try await body(response) } catch { throw Failure(refusedBy: name, error) }
  }
}

/// Several processors as one. They run in order, and the processors after the first error are
/// skipped.
public struct CompoundProcessor: Processor {
  public let name: String
  /// The processors, in the order in which they run.
  public let parts: [any Processor]

  /// The sum of the deadlines of the parts, or nil if one of them has none.
  public var deadline: Duration? {
    var sum = Duration.zero
    for part in parts {
      guard let span = part.deadline else { return nil }
      sum += span
    }
    return sum
  }

  /// Creates a processor that runs others in order and stops at the first error.
  public init(_ name: String = "processors", _ parts: [any Processor]) {
    self.name = name
    self.parts = parts
  }

  public func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse {
    var response = response
    for part in parts { response = try await part.process(response) }
    return response
  }
}

/// A processor that selects the relevant part of a response, for example the `data` in which a
/// service wraps its objects.
///
/// The body stays unchanged, and the pointer is stored with it. A response without that part is
/// refused, unless it has an error status.
public struct RootPath: Processor {
  /// An RFC 6901 pointer to the part of the body that counts as the result.
  public let pointer: String
  public var name: String { "root \(pointer)" }
  public var deadline: Duration? { nil }

  /// Creates a processor that selects the part at a pointer.
  ///
  /// - Parameter pointer: A JSON Pointer. Source: RFC 6901.
  public init(_ pointer: String) { self.pointer = pointer }

  public func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse {
    guard response.head.status < 400, !response.body.isEmpty else { return response }
    let root = response.root + pointer
    guard try response.body.holds(root) else {
      throw Failure(
        .malformedResponse, what: "The response cannot be used.",
        why: "It has no value at \(root), where its gateway expects the data.",
        whatToDo: "Look at the body; correct `root` in weir.yaml if the service has changed.")
    }
    var response = response
    response.root = root
    return response
  }
}

/// A processor that stores the value of a response header as a shared value. Later requests use the
/// shared value as `value:NAME`. A response without the header leaves the value unchanged.
public struct HeaderCapture: Processor {
  /// The name of the response header field.
  public let header: String
  /// The name under which the value is stored.
  public let valueName: String
  public var name: String { "\(header) stored as \(valueName)" }
  public var deadline: Duration? { nil }

  /// Creates a processor that stores the value of a response header field.
  public init(header: String, as valueName: String) {
    self.header = header
    self.valueName = valueName
  }

  public func process(_ response: ReceivedResponse) -> ReceivedResponse {
    guard let value = response.head.fields.first(header) else { return response }
    var response = response
    response.captured[valueName] = Secret(value)
    return response
  }
}
