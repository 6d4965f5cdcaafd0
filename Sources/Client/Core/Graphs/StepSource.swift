public import ClientModel
package import ClientPipeline

/// Makes the requests of a graph's steps, once the values they take from other steps are there.
public protocol StepSource: Sendable {
  /// - Parameter material: What the graph was submitted with; its environment also holds the inputs
  ///   of the step.
  /// - Throws: What is wrong with the draft, or what the workspace may not do.
  func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest
}

/// Fills drafts by themselves, for programs that have no workspace. Bodies from files are refused.
public struct PlainSteps: StepSource {
  /// Creates a source that supplies no saved requests.
  public init() {}

  public func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest {
    let files = FileFacts { _ in
      .failure(
        FileRefusal(
          why: "A graph without a workspace reads no files.",
          whatToDo: "Give the bytes themselves."))
    }
    return try Self.request(draft, material, files: files)
  }

  /// The request of a draft, or the first of its problems.
  package static func request(
    _ draft: Draft, _ material: GraphMaterial, files: FileFacts
  ) throws(Failure) -> PreparedRequest {
    let preparation = Preparation(
      environment: material.environment, files: files, gateways: material.gateways)
    let result = preparation.examine(draft)
    if let request = result.request { return request }
    throw Failure(refusing: result.problems)
  }
}

extension Failure {
  /// A request that was not made, for the first of these reasons.
  package init(refusing problems: [DraftProblem]) {
    let first = problems.first
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    self.init(
      .invalidRequest, what: first?.what ?? "The request cannot be sent.",
      why: (first?.why ?? "It is empty.") + more, whatToDo: first?.whatToDo ?? "Compose it anew.")
  }
}
