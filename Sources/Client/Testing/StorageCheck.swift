public import ClientCore
import ClientModel

/// A promise that every store must keep, and the check that verifies it.
///
/// A check returns the violations, so it needs no test framework.
///
///     for check in StorageCheck.all {
///       for violation in await check.violations(of: try MyStore()) { print(check, violation) }
///     }
public struct StorageCheck: Sendable, CustomStringConvertible {
  /// The promise in one sentence.
  public let promise: String
  private let body: @Sendable (any Storage, inout Violations) async throws(StopCheck) -> Void

  init(
    _ promise: String,
    _ body: @escaping @Sendable (any Storage, inout Violations) async throws(StopCheck) -> Void
  ) {
    self.promise = promise
    self.body = body
  }

  public var description: String { promise }

  /// Checks the promise.
  ///
  /// - Parameter store: An empty store that only this process uses. The check closes it.
  /// - Returns: The violations, one sentence each, or an empty array if there are none.
  public func violations(of store: any Storage) async -> [String] {
    var violations = Violations()
    do throws(StopCheck) { try await body(store, &violations) } catch {
      violations.add(error.reason)
    }
    await store.close()
    return violations.found
  }
}

/// The violations of a promise.
struct Violations {
  private(set) var found: [String] = []

  mutating func add(_ violation: String) { found.append(violation) }

  mutating func expect<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) {
    if value != expected { add("\(what) is \(value); expected: \(expected).") }
  }
}

/// An error that ends a check early.
struct StopCheck: Error {
  let reason: String
}

/// Calls a function of the store. Ends the check if the call fails.
func call<Value>(
  _ what: String, _ body: () async throws(Failure) -> Value
) async throws(StopCheck) -> Value {
  do throws(Failure) { return try await body() } catch {
    throw StopCheck(reason: "\(what) failed: \(error.what) \(error.why)")
  }
}
