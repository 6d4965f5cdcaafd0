import ClientDocuments
import ClientModel

extension NewGraph {
  /// Checks that the graph can be added.
  ///
  /// - Throws: `invalidRequest` if the steps are not a valid graph, name a missing request or have
  ///   a literal that is not JSON. Also thrown if a step runs a program in an untrusted workspace.
  func check() throws(Failure) {
    do throws(GraphFlaw) {
      _ = try RequestGraph(plan)
    } catch {
      throw Failure(.invalidRequest, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    for step in plan.steps {
      for input in step.inputs {
        guard case .literal(let text) = input.source,
          let fault = JSONValidator.fault(in: Array(text.utf8))
        else { continue }
        throw Failure(
          .invalidRequest, what: "The input `\(input.name)` of step `\(step.name)` is not JSON.",
          why: fault.sentence, whatToDo: "Write a JSON value, such as 3 or \"text\".")
      }
      switch step.work {
      case .jq: continue
      case .request(let name):
        if material.drafts[name] != nil { continue }
        throw Failure(
          .invalidRequest, what: "Step `\(step.name)` cannot run.",
          why: "The request `\(name)` was not supplied with the graph.",
          whatToDo: "Supply it, or name another request.")
      case .command:
        if material.trust == .trusted { continue }
        throw Failure(
          .invalidRequest, what: "Step `\(step.name)` was not allowed.",
          why: "It runs a program, and the workspace is not trusted.",
          whatToDo: TrustAdvice.sentence)
      }
    }
  }
}

extension NewBatch {
  /// Checks that the batch has rows.
  ///
  /// - Throws: `invalidRequest` if the batch has no rows.
  func check() throws(Failure) {
    guard rows.count == 0 else { return }
    throw Failure(
      .invalidRequest, what: "Nothing was added.", why: "\(source) has no rows.",
      whatToDo: "Name a file with at least one row.")
  }
}
