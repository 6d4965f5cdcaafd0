import ClientCore
import ClientModel

/// A program runner for workspaces that are not trusted, which runs no program.
struct RefusedPrograms: ProgramRunner {
  func run(_ program: Program) async throws(Failure) -> ProgramOutput {
    throw Failure(
      .program, what: "The program \(program.arguments.first ?? "of the stub") was not run.",
      why: "The workspace is not trusted, or its files changed since it was.",
      whatToDo: "Look at its files, then run `weir trust`.")
  }
}
