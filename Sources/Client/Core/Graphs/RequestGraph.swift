package import ClientModel

/// A graph of steps. The graph decides when each step runs. Steps are numbered in the given order.
/// The caller knows the work and the result of each step.
///
///     waiting ──► running ──► done
///        │           └──────► failed, cancelled ───► running (again)
///        ├──► skipped   (a needed step failed or was cancelled)
///        └──► notRun    (the graph was stopped first)
///
/// Every graph ends: an empty graph ends at once, and a cyclic one is rejected when it is created.
/// The cost of a call is linear in the children of the step. The cost of `again` and of restoring
/// is linear in the size of the graph.
package struct RequestGraph: Sendable {
  /// The steps that a step waits for.
  package struct Links: Hashable, Sendable {
    /// The steps that must succeed first, because their results are inputs.
    package var needs: [Int]
    /// The steps that must end first, whether or not they succeed.
    package var follows: [Int]

    package init(needs: [Int] = [], follows: [Int] = []) {
      self.needs = needs
      self.follows = follows
    }
  }

  package typealias StepState = GraphStep.State

  package enum Action: Hashable, Sendable {
    /// The step may start now. The graph counts it as running.
    case run(Int)
    /// The last step has ended.
    case end
  }

  /// The reason why the links between steps are invalid.
  package enum Flaw: Error, Hashable, Sendable {
    /// A step refers to an unknown step number.
    case unknownStep(in: Int, Int)
    /// These steps wait for each other in a cycle. The last step waits for the first.
    case cycle([Int])
  }

  package let policy: GraphPlan.FailurePolicy
  package private(set) var states: [StepState]
  package private(set) var isStopped = false
  let links: [Links]
  /// The children of each step. `needs` is true if the child uses the step's result.
  private var children: [[(step: Int, needs: Bool)]]
  /// The steps in an order in which parents precede their children.
  private let order: [Int]
  /// The number of unfinished parents of each waiting step.
  private var open: [Int]
  private var running = 0
  private var waiting = 0

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - states: The states of the steps of a restored graph. Nil for a new graph, because all of
  ///     its steps wait.
  package init(
    _ links: [Links], policy: GraphPlan.FailurePolicy = .stop, states: [StepState]? = nil
  ) throws(Flaw) {
    self.links = links
    self.policy = policy
    self.states = states ?? Array(repeating: .waiting, count: links.count)
    children = Array(repeating: [], count: links.count)
    open = Array(repeating: 0, count: links.count)
    for (step, link) in links.enumerated() {
      for parent in link.needs + link.follows where !links.indices.contains(parent) {
        throw .unknownStep(in: step, parent)
      }
      let needs = Set(link.needs)
      for parent in needs.sorted() { children[parent].append((step, true)) }
      for parent in Set(link.follows).subtracting(needs).sorted() {
        children[parent].append((step, false))
      }
    }
    do throws(WaitOrder.Cycle) {
      order = try WaitOrder.find(links.map { $0.needs + $0.follows })
    } catch { throw .cycle(error.steps.reversed()) }
  }

  /// Starts a new graph or continues a restored graph. Running steps remain running until the
  /// caller reports their ends.
  package mutating func begin() -> [Action] {
    isStopped =
      isStopped || states.contains(.notRun)
      || (policy == .stop && states.contains(where: \.isUnsuccessful))
    return settleAll()
  }

  /// Records that a running step succeeded.
  package mutating func done(_ step: Int) -> [Action] { ended(step, as: .done) }

  /// Records that a running step failed.
  package mutating func failed(_ step: Int) -> [Action] { ended(step, as: .failed) }

  /// Records that a running step was cancelled.
  package mutating func cancelled(_ step: Int) -> [Action] { ended(step, as: .cancelled) }

  /// Stops the graph. No more steps start, but running steps may finish.
  package mutating func stop() -> [Action] {
    guard !isStopped, waiting > 0 else { return [] }
    isStopped = true
    return settleAll()
  }

  /// Runs a failed or cancelled step again. Steps that were skipped or not run because of it become
  /// waiting.
  package mutating func again(_ step: Int) -> [Action] {
    guard states[step].isUnsuccessful else { return [] }
    states[step] = .running
    isStopped = policy == .stop && states.contains(where: \.isUnsuccessful)
    for index in states.indices {
      switch states[index] {
      case .skipped: states[index] = .waiting
      case .notRun where !isStopped: states[index] = .waiting
      default: break
      }
    }
    return settleAll()
  }

  private mutating func ended(_ step: Int, as state: StepState) -> [Action] {
    guard states[step] == .running else { return [] }
    states[step] = state
    running -= 1
    if state.isUnsuccessful, policy == .stop, !isStopped {
      isStopped = true
      return settleAll()
    }
    var actions: [Action] = []
    var freed = [step]
    while let parent = freed.popLast() {
      for child in children[parent] where states[child.step] == .waiting {
        open[child.step] -= 1
        if child.needs, let reason = reason(parent) {
          give(child.step, up: .skipped(because: reason))
          freed.append(child.step)
        } else if open[child.step] == 0 {
          run(child.step, &actions)
        }
      }
    }
    return closing(actions)
  }

  /// Updates the states of all steps, parents first.
  private mutating func settleAll() -> [Action] {
    var actions: [Action] = []
    running = 0
    waiting = 0
    for step in order {
      if states[step] == .running { running += 1 }
      guard states[step] == .waiting else { continue }
      waiting += 1
      let parents = Set(links[step].needs + links[step].follows)
      open[step] = parents.count { !states[$0].isEnded }
      if let reason = Set(links[step].needs).compactMap(reason).min() {
        give(step, up: .skipped(because: reason))
      } else if isStopped {
        give(step, up: .notRun)
      } else if open[step] == 0 {
        run(step, &actions)
      }
    }
    // Steps start in the given order, as users expect.
    actions.sort { left, right in
      guard case .run(let left) = left, case .run(let right) = right else { return false }
      return left < right
    }
    return closing(actions)
  }

  /// Returns the failed or cancelled step that causes this step's children to be skipped. Returns
  /// nil if the children are not skipped.
  private func reason(_ step: Int) -> Int? {
    switch states[step] {
    case .failed, .cancelled: step
    case .skipped(let reason): reason
    case .waiting, .running, .done, .notRun: nil
    }
  }

  /// The number of steps in each final state, and a text such as "5 of 6, stopped".
  package var summary: GraphSummary { GraphSummary(states, isStopped: isStopped) }

  private mutating func give(_ step: Int, up state: StepState) {
    states[step] = state
    waiting -= 1
  }

  private mutating func run(_ step: Int, _ actions: inout [Action]) {
    states[step] = .running
    waiting -= 1
    running += 1
    actions.append(.run(step))
  }

  private func closing(_ actions: [Action]) -> [Action] {
    running == 0 && waiting == 0 ? actions + [.end] : actions
  }
}
