import ClientModel
import Synchronization

/// Limits the run time of a stage, because a hanging stage must not occupy its slot forever.
///
/// A closure cannot be forced to end. The task of an overdue stage is therefore cancelled and no
/// longer awaited.
struct StageDeadline: Sendable {
  let stage: String
  /// The time limit. Nil if the stage limits itself.
  let span: Duration?
  let clock: any AlarmClock

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let span else { return try await work() }
    let race = FirstResult<Value>()
    let task = Task {
      do throws(Failure) {
        race.settle(.success(try await work()))
      } catch {
        race.settle(.failure(error))
      }
    }
    let end = clock.now.advanced(by: span)
    let watch = Task {
      await clock.wait(until: end)
      if Task.isCancelled { return }
      race.settle(.failure(overdue(span)))
      task.cancel()
    }
    let result = await withTaskCancellationHandler {
      await race.result()
    } onCancel: {
      task.cancel()
    }
    watch.cancel()
    return try result.get()
  }

  private func overdue(_ span: Duration) -> Failure {
    Failure(
      .program, what: "The stage \(stage) did not finish.",
      why: "It took longer than its deadline of \(span.components.seconds) s.",
      whatToDo: "Correct the stage, or set a longer deadline.")
  }
}

/// Keeps the first of several results, and resumes the task that waits for it.
private final class FirstResult<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, Failure>?
    var waiting: CheckedContinuation<Result<Value, Failure>, Never>?
  }

  private let state = Mutex(State())

  func settle(_ result: Result<Value, Failure>) {
    let waiting = state.withLock { state -> CheckedContinuation<Result<Value, Failure>, Never>? in
      guard state.result == nil else { return nil }
      state.result = result
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: result)
  }

  func result() async -> Result<Value, Failure> {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state in
        if state.result == nil { state.waiting = continuation }
        return state.result
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
