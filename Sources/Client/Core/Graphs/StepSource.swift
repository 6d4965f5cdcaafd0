public import ClientModel
package import ClientPipeline

/// A source of the requests of a graph's steps, used once the values from other steps are
/// available.
public protocol StepSource: Sendable {
  /// Returns the request of a step.
  ///
  /// - Parameter material: The material of the graph. Its environment also contains the inputs of
  ///   the step.
  /// - Throws: A failure if the draft is invalid or the workspace may not send it.
  func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest

  /// Returns the identity of a graph's workspace, for the lanes of its jobs. By default, it is the
  /// folder of the workspace.
  func identity(of graph: GraphRun, _ material: GraphMaterial) -> String
}

extension StepSource {
  public func identity(of graph: GraphRun, _ material: GraphMaterial) -> String { graph.workspace }
}

/// A source that fills in drafts, for programs that have no workspace. Bodies from files are
/// refused.
public struct DraftStepSource: StepSource {
  /// Creates a source that supplies no saved requests.
  public init() {}

  public func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest {
    let files = FileFacts { _ in
      .failure(
        FileRefusal(
          why: "A graph without a workspace cannot read files.",
          whatToDo: "Supply the bytes instead of a file."))
    }
    return try Self.request(draft, material, files: files)
  }

  /// Returns the request of a draft. Throws a failure for its first problem.
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
  /// Creates the failure for an invalid request. The text is that of the first problem, with the
  /// number of further problems.
  package init(refusing problems: [DraftProblem]) {
    let first = problems.first
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    self.init(
      .invalidRequest, what: first?.what ?? "The request cannot be sent.",
      why: (first?.why ?? "It is empty.") + more, whatToDo: first?.whatToDo ?? "Compose it again.")
  }
}
