import ClientCore
import ClientModel

/// Runs no program: those of a workspace that is not trusted.
struct RefusedPrograms: ProgramRunner {
  func run(_ program: Program) async throws(Failure) -> ProgramOutput {
    throw Failure(
      .program, what: "The program \(program.arguments.first ?? "of the stub") was not run.",
      why: "The workspace is not trusted, or its files changed since it was.",
      whatToDo: "Look at its files, then run `weir trust`.")
  }
}
