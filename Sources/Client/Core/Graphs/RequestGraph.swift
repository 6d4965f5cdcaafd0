package import ClientModel

/// Decides which step of a graph runs when. Steps are numbers, in the order they were given; what a
/// step does, and how it went, is the caller's.
///
///     waiting ──► running ──► done
///        │           └──────► failed, cancelled ───► running (again)
///        ├──► skipped   (a step that it needs did not get done)
///        └──► notRun    (the graph was stopped first)
///
/// Every graph ends: an empty one at once, a cyclic one is refused when it is made. The cost of a
/// call grows with the children of the step; that of `again` and restoring, with the size of the graph.
///
/// - Source: capabilities.md, 6.2 "group failure" and "dependency data"; T-R5, T-B3.
package struct RequestGraph: Sendable {
  /// What a step waits for.
  package struct Links: Hashable, Sendable {
    /// These must be done: their results are its input.
    package var needs: [Int]
    /// These must have ended, however they did: a mere order.
    package var follows: [Int]

    package init(needs: [Int] = [], follows: [Int] = []) {
      self.needs = needs
      self.follows = follows
    }
  }

  package typealias StepState = GraphStep.State

  package enum Action: Hashable, Sendable {
    /// All that this step waits for is there; it counts as running.
    case run(Int)
    /// The last step has ended.
    case end
  }

  /// Why steps make no graph.
  package enum Flaw: Error, Hashable, Sendable {
    /// A step refers to a number that no step has.
    case unknownStep(in: Int, Int)
    /// These wait for each other, in this order, the last for the first.
    case cycle([Int])
  }

  package let policy: GraphPlan.FailurePolicy
  package private(set) var states: [StepState]
  package private(set) var isStopped = false
  let links: [Links]
  /// Each step's children, and whether they need it.
  private var children: [[(step: Int, needs: Bool)]]
  /// Parents before children.
  private let order: [Int]
  /// How many parents of a waiting step have not ended.
  private var open: [Int]
  private var running = 0
  private var waiting = 0

  /// - Parameters:
  ///   - states: Where the steps stood when the program ended; all waiting in a new graph.
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

  /// Starts the graph, or goes on with a restored one. Steps that were running still are: the caller
  /// reports how they ended.
  package mutating func begin() -> [Action] {
    isStopped =
      isStopped || states.contains(.notRun)
      || (policy == .stop && states.contains(where: \.isUnsuccessful))
    return settleAll()
  }

  /// A running step has its result.
  package mutating func done(_ step: Int) -> [Action] { ended(step, as: .done) }

  /// A running step failed.
  package mutating func failed(_ step: Int) -> [Action] { ended(step, as: .failed) }

  /// A running step was cancelled.
  package mutating func cancelled(_ step: Int) -> [Action] { ended(step, as: .cancelled) }

  /// Starts nothing more; what runs may finish.
  package mutating func stop() -> [Action] {
    guard !isStopped, waiting > 0 else { return [] }
    isStopped = true
    return settleAll()
  }

  /// A failed or cancelled step runs again: what was given up because of it waits again.
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

  /// Looks at every step anew, parents first.
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
    // In the order given: so a person reads them.
    actions.sort { left, right in
      guard case .run(let left) = left, case .run(let right) = right else { return false }
      return left < right
    }
    return closing(actions)
  }

  /// The failed or cancelled step for which whatever needs this one is skipped.
  private func reason(_ step: Int) -> Int? {
    switch states[step] {
    case .failed, .cancelled: step
    case .skipped(let reason): reason
    case .waiting, .running, .done, .notRun: nil
    }
  }

  /// How many steps ended how, and "5 of 6, stopped" for people.
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
