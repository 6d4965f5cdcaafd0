public import ClientModel
package import ClientPipeline

/// Creates the requests of a graph's steps when the values from earlier steps are known.
public protocol StepSource: Sendable {
  /// Returns the request of a step.
  ///
  /// - Parameter material: The material of the graph. Its environment also contains the step's
  ///   inputs.
  /// - Throws: A failure if the draft is invalid, or if the workspace may not send it.
  func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest

  /// Returns the workspace identity that the lanes of a graph's jobs use. By default, this is the
  /// folder of the workspace.
  func identity(of graph: GraphRun, _ material: GraphMaterial) -> String
}

extension StepSource {
  public func identity(of graph: GraphRun, _ material: GraphMaterial) -> String { graph.workspace }
}

/// Creates requests from drafts only, for programs that have no workspace. Drafts whose body is a
/// file are refused.
public struct DraftStepSource: StepSource {
  /// Creates a source that has no saved requests.
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

  /// Returns the request of a draft.
  ///
  /// - Throws: A failure for the first problem of the draft.
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
  /// Creates the failure for an invalid request. The text describes the first problem and counts
  /// the remaining ones.
  package init(refusing problems: [DraftProblem]) {
    let first = problems.first
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    self.init(
      .invalidRequest, what: first?.what ?? "The request cannot be sent.",
      why: (first?.why ?? "It is empty.") + more, whatToDo: first?.whatToDo ?? "Compose it again.")
  }
}
