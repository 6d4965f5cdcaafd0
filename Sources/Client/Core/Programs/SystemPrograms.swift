public import ClientModel

/// Runs programs of this system. Each run has its own thread, which waits for the pipes. An idle
/// runner has no thread.
public struct SystemPrograms: ProgramRunner {
  /// Creates a runner.
  public init() {}

  public func run(_ program: Program) async throws(Failure) -> ProgramOutput {
    let run = try ProgramRun(program)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        OwnThread.run { continuation.resume(returning: run.wait()) }
      }
    } onCancel: {
      run.cancel()
    }
    return try result.get()
  }
}
