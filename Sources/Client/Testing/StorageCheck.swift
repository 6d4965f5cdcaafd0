public import ClientCore
import ClientModel

/// One promise of a store, and how to check it.
///
/// A check needs no test framework: it returns what is wrong.
///
///     for check in StorageCheck.all {
///       for violation in await check.violations(of: try MyStore()) { print(check, violation) }
///     }
public struct StorageCheck: Sendable, CustomStringConvertible {
  /// What is promised, in one sentence.
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
  /// - Parameter store: An empty store that this process alone uses. The check closes it.
  /// - Returns: What the store does otherwise, one sentence each; empty when the store fulfils the promise.
  public func violations(of store: any Storage) async -> [String] {
    var violations = Violations()
    do throws(StopCheck) { try await body(store, &violations) } catch {
      violations.add(error.reason)
    }
    await store.close()
    return violations.found
  }
}

/// Collects what a store does otherwise than it promises.
struct Violations {
  private(set) var found: [String] = []

  mutating func add(_ violation: String) { found.append(violation) }

  mutating func expect<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) {
    if value != expected { add("\(what) is \(value); expected: \(expected).") }
  }
}

/// Ends a check that cannot go on.
struct StopCheck: Error {
  let reason: String
}

/// Calls a store; a failure ends the check.
func call<Value>(
  _ what: String, _ body: () async throws(Failure) -> Value
) async throws(StopCheck) -> Value {
  do throws(Failure) { return try await body() } catch {
    throw StopCheck(reason: "\(what) failed: \(error.what) \(error.why)")
  }
}
