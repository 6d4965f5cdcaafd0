public import ClientModel

/// A stage that accepts, changes or refuses a received response.
public protocol Processor: Sendable {
  /// The name of the stage in the history of an exchange.
  var name: String { get }

  /// The time limit of the stage. After this time, the stage is stopped and the job fails. Nil if
  /// the stage limits itself or never waits.
  var deadline: Duration? { get }

  /// Returns the processed response. It may be the same response or a changed copy.
  ///
  /// - Throws: The reason why the response is refused. The job fails for this reason, and the
  ///   received response remains visible. The remaining stages are skipped.
  func process(_ response: ReceivedResponse) async throws(Failure) -> ReceivedResponse
}

extension Processor {
  /// The default time limit, which is one minute.
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
  ///   - deadline: The time limit of the closure.
  ///   - body: The closure. An error that is not a `Failure` is converted to a failure that quotes
  ///     the error.
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

/// Combines several processors. They run in order. After the first error, the remaining processors
/// are skipped.
public struct CompoundProcessor: Processor {
  public let name: String
  /// The processors in the order of execution.
  public let parts: [any Processor]

  /// The sum of the parts' deadlines. Nil if a part has no deadline.
  public var deadline: Duration? {
    var sum = Duration.zero
    for part in parts {
      guard let span = part.deadline else { return nil }
      sum += span
    }
    return sum
  }

  /// Creates a processor that runs these processors in order. It stops at the first error.
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

/// Selects the relevant part of a response, for example the `data` that wraps the objects of a
/// service.
///
/// The body stays unchanged, and the pointer is stored with it. A response without this part is
/// refused unless it has an error status.
public struct RootPath: Processor {
  /// The JSON Pointer to the relevant part of the body. Source: RFC 6901.
  public let pointer: String
  public var name: String { "root \(pointer)" }
  public var deadline: Duration? { nil }

  /// Creates a processor that selects the part at a JSON Pointer. Source: RFC 6901.
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

/// Stores the value of a response header as a shared value. Later requests can use it as
/// `value:NAME`.
///
/// If a response does not have the header, the shared value stays unchanged.
public struct HeaderCapture: Processor {
  /// The name of the response header field.
  public let header: String
  /// The name of the shared value.
  public let valueName: String
  public var name: String { "\(header) stored as \(valueName)" }
  public var deadline: Duration? { nil }

  /// Creates a processor that stores a response header.
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
