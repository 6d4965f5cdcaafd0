public import ClientModel
import Foundation

/// Runs programs of this system. Each run has a thread of its own, because it waits for pipes; an
/// idle runner has none.
public struct SystemPrograms: ProgramRunner {
  public init() {}

  public func run(_ program: Program) async throws(Failure) -> ProgramOutput {
    let run = try ProgramRun(program)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: run.wait()) }.start()
      }
    } onCancel: {
      run.cancel()
    }
    return try result.get()
  }
}
