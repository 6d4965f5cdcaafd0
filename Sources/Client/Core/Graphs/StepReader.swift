import ClientDocuments
import ClientModel
import ClientPipeline

/// Reads the data for the steps of graphs.
struct StepReader {
  let seams: Seams

  /// The work of a step.
  enum StepStart {
    case job(NewJob)
    /// A local step and its standard input.
    case local([UInt8])
  }

  /// Returns the work of a step. The inputs are filled in from the results of earlier steps.
  ///
  /// - Parameter scheduling: The scheduling of the new job.
  nonisolated(nonsending) func preparation(
    of step: Int, in driven: DrivenGraph, scheduling: Job.Scheduling
  ) async throws(Failure) -> StepStart {
    let plan = driven.run.plan.steps[step]
    var values: [(name: String, value: StepValue)] = []
    for input in plan.inputs { values.append((input.name, try await value(of: input, in: driven))) }
    guard case .request(let name) = plan.work else { return .local(StepValue.object(values)) }
    guard var draft = driven.material.drafts[name] else {
      throw Failure(
        .invalidRequest, what: "The request `\(name)` is missing.",
        why: "It was not supplied with the graph.", whatToDo: "Run the graph again.")
    }
    if let expect = plan.expect { draft.assertions.append(expect.text) }
    draft.options.cache = driven.run.plan.cache.filling(draft.options.cache)
    var material = driven.material
    let inputs = values.map { ($0.name, SensitiveText($0.value.words)) }
    material.environment = material.environment.overlaid(
      withData: Dictionary(inputs, uniquingKeysWith: { _, last in last }))
    let request = try await seams.steps.request(draft, of: driven.run, material)
    return .job(
      NewJob(
        request: request,
        lane: LaneKey(
          workspace: seams.steps.identity(of: driven.run, material),
          name: request.gateway?.name ?? request.origin.description),
        scheduling: scheduling, name: draft.name ?? name, call: driven.run.plan.call,
        draft: draft.filled(
          with: Dictionary(
            values.map { ($0.name, $0.value.words) }, uniquingKeysWith: { _, last in last }))))
  }

  /// Returns the value of an input. It is a literal, or is read from the result of another step.
  nonisolated(nonsending) private func value(
    of input: GraphStep.Input, in driven: DrivenGraph
  ) async throws(Failure) -> StepValue {
    switch input.source {
    case .literal(let text): return StepValue(Array(text.utf8))
    case .result(let step, let pick):
      return try await value(input.name, from: step, pick, in: driven)
    }
  }

  nonisolated(nonsending) private func value(
    _ name: String, from step: String, _ pick: GraphStep.Input.Pick, in driven: DrivenGraph
  ) async throws(Failure) -> StepValue {
    guard let parent = driven.run.plan.steps.firstIndex(where: { $0.name == step }) else {
      throw StepValue.missing(name, step, "there is no such step.")
    }
    let source = try await source(of: parent, in: driven, for: name)
    switch pick {
    case .pointer(let pointer):
      return try StepValue(at: pointer, in: source, of: step, for: name)
    case .jq(let program):
      let body = try Self.bytes(of: source, step, for: name)
      guard let text = try await LocalStep(programs: seams.programs).jq(program, on: body),
        text != Array("null".utf8)
      else { throw StepValue.missing(name, step, "`\(program)` returns nothing.") }
      guard text.count <= StepValue.limit else { throw StepValue.tooLarge(name, step) }
      return StepValue(text)
    }
  }

  nonisolated(nonsending) private func source(
    of step: Int, in driven: DrivenGraph, for input: String
  ) async throws(Failure) -> ByteSource {
    if let fresh = driven.results[step] { return ByteSource(fresh) }
    let body: StoredBody
    var mediaType: String?
    if let job = driven.run.steps[step].job {
      let last = try await seams.store.jobs.attempts(of: job).last { $0.result?.end == .responded }
      (body, mediaType) = (last?.result?.body ?? .none, last?.result?.head?.mediaType)
    } else {
      body = try await result(of: GraphPosition(graph: driven.run.id, step: step))
    }
    do throws(DocumentError) {
      switch body {
      case .none: break
      case .inline(let bytes): return try ByteSource(bytes).text(mediaType: mediaType).text
      case .file:
        let stored = seams.store.bodies.bytes(of: body)
        return try body.source(in: stored).text(mediaType: mediaType).text
      }
    } catch {
      throw Failure(.storage, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    throw StepValue.missing(input, driven.run.plan.steps[step].name, "it has no body.")
  }

  private static func bytes(
    of source: ByteSource, _ step: String, for input: String
  ) throws(Failure) -> [UInt8] {
    guard source.count <= 64 << 20 else { throw StepValue.tooLarge(input, step) }
    do throws(DocumentError) {
      return try source.bytes(in: 0..<source.count)
    } catch {
      throw StepValue.missing(input, step, error.why)
    }
  }

  // MARK: Results

  /// Returns the result of a step: the JSON of a local step, or the body of the last response to
  /// its job.
  nonisolated(nonsending) func result(of place: GraphPosition) async throws(Failure) -> StoredBody {
    guard
      let run = try await seams.store.graphs.graphs(matching: GraphQuery(ids: [place.graph])).first,
      run.steps.indices.contains(place.step)
    else { return .none }
    return try await result(of: place.step, in: run)
  }

  /// Returns the nonempty results of a graph's steps, by step number.
  nonisolated(nonsending) func results(
    of run: GraphRun
  ) async throws(Failure) -> [Int: StoredBody] {
    var results: [Int: StoredBody] = [:]
    for step in run.steps.indices where run.steps[step].since != nil {
      let result = try await result(of: step, in: run)
      if result != .none { results[step] = result }
    }
    return results
  }

  nonisolated(nonsending) private func result(
    of step: Int, in run: GraphRun
  ) async throws(Failure) -> StoredBody {
    guard let job = run.steps[step].job else {
      return try await seams.store.graphs.result(of: GraphPosition(graph: run.id, step: step))
        .map { .inline($0) } ?? .none
    }
    return try await seams.store.jobs.attempts(of: job).last { $0.result?.end == .responded }?
      .result?
      .body ?? .none
  }
}
