import ClientCore
import ClientModel

/// The printer of the results of graph steps.
struct GraphResults {
  let run: GraphRun

  /// Prints the result of one step, or the final results of the graph.
  ///
  /// - Parameter name: The step to print. Nil means the results of all done steps that are not the
  ///   input of another step, in plan order.
  func print(of name: String?, from client: Client) async throws {
    let names = run.plan.steps.map(\.name)
    guard let name else {
      for step in run.plan.endSteps.sorted() where run.steps[step].state == .done {
        try await print(step, from: client)
      }
      return
    }
    guard let step = names.firstIndex(of: name) else {
      throw UsageProblem(
        what: "Graph \(run.id) has no step `\(Console.safe(name))`.",
        why: "Its steps are: \(Console.safe(names.prefix(20).joined(separator: ", "))).",
        whatToDo: "Name one of them.")
    }
    guard run.steps[step].state == .done else {
      throw UsageProblem(
        what: "The step `\(Console.safe(name))` has no result.",
        why: "It is \(run.steps[step].state.word).",
        whatToDo: "`weir show \(run.id)` shows the state of its steps.")
    }
    try await print(step, from: client)
  }

  /// Prints the result of a step. A line feed after an inline result separates it from the next
  /// result.
  private func print(_ step: Int, from client: Client) async throws {
    let body = try await client.result(of: GraphPosition(graph: run.id, step: step))
    switch body {
    case .none: return
    case .inline(let bytes):
      ExchangePrinter.print(bytes, mediaType: run.steps[step].job == nil ? "application/json" : nil)
      if !Console.isTerminal, bytes.last != UInt8(ascii: "\n") { Console.print("") }
    case .file:
      if let bytes = client.bytes(of: body) { try OutputFile.print(bytes) }
    }
  }
}

extension GraphPlan {
  /// The indices of the steps with final results. A result is final if no other step uses it.
  var endSteps: Set<Int> {
    let taken = Set(steps.flatMap(\.inputs).compactMap(\.step))
    return Set(steps.indices.filter { !taken.contains(steps[$0].name) })
  }
}
