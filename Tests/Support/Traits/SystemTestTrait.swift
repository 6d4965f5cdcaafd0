import TestSupport
package import Testing

/// For tests that use servers, programs, terminals or deadlines: only a few of them run at once.
///
/// Swift Testing begins all tests together. Servers and clients of hundreds of tests would share two
/// cores, and deadlines would pass for no fault of the program. Each of these tests also runs on threads
/// of its own, because tests without this trait occupy Swift's pool.
///
/// The time limit begins when the test does; `.timeLimit` would count the time that it waits for its turn.
package struct SystemTestTrait: SuiteTrait, TestTrait, TestScoping {
  /// In the process. More would share too few cores, fewer would leave them idle: tests mostly wait.
  static let mostAtOnce = 4
  private static let turns = Turns(mostAtOnce)
  /// Whether a scope around this one holds a turn: a suite's trait and a test's both apply.
  @TaskLocal private static var hasTurn = false

  let limit: Duration?

  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> SystemTestTrait? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.hasTurn { return try await perform(function) }
    try await Self.turns.withTurn {
      try await Self.$hasTurn.withValue(true) { try await perform(function) }
    }
  }

  /// On Linux each priority has threads of its own in Swift's pool. What the test starts inherits its
  /// priority, and so does not wait behind hundreds of tests that compute.
  ///
  /// The test runs in an unstructured task. A child task, also one added with `addTask(priority: .high)`, runs
  /// at the priority of its parent, and actors that it calls may wait behind the tests that compute.
  private func perform(_ function: @Sendable () async throws -> Void) async throws {
    try await withoutActuallyEscaping(function) { function in
      let test = Task(executorPreference: ThreadPerJob(), priority: .high) {
        try await function()
      }
      let watch = limit.map { limit in
        Task {
          guard await isOver(limit) else { return }
          Issue.record("The test did not end within \(limit) of its start.")
          test.cancel()
        }
      }
      // A cancelled test is waited for.
      let result = await withTaskCancellationHandler {
        await test.result
      } onCancel: {
        test.cancel()
      }
      watch?.cancel()
      await watch?.value
      try result.get()
    }
  }

  /// Waits for the limit. False when the wait was cancelled, because the test had ended.
  private func isOver(_ limit: Duration) async -> Bool {
    do { try await Task.sleep(for: limit) } catch { return false }
    return true
  }
}

extension Trait where Self == SystemTestTrait {
  /// Uses servers, programs, terminals or deadlines; has no time limit of its own.
  package static var usesSystem: Self { SystemTestTrait(limit: nil) }

  /// Uses servers, programs, terminals or deadlines, and ends within this time of its start.
  package static func usesSystem(minutes: Int) -> Self {
    SystemTestTrait(limit: .seconds(60 * minutes))
  }
}
