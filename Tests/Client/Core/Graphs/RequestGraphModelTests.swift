import ClientCore
import ClientModel
import Testing

/// Random graphs against rules that are checked from outside, step by step: failures, stops, retries
/// and restarts in the middle.
@Suite struct RequestGraphModelTests {
  typealias Links = RequestGraph.Links

  @Test(arguments: 0..<200)
  func `a random graph ends, in order, whatever fails, stops or restarts`(seed: Int) throws {
    var random = SeededRandom(seed)
    let count = Int.random(in: 0...200, using: &random)
    let links = self.links(count, &random)
    let policy: GraphPlan.FailurePolicy = Bool.random(using: &random) ? .stop : .continue
    var trial = Trial(links: links, graph: try RequestGraph(links, policy: policy))
    trial.take(trial.graph.begin())
    for _ in 0..<(count * 4 + 10) where trial.ends == 0 {
      guard let step = trial.running.sorted().randomElement(using: &random) else { break }
      switch Int.random(in: 0..<100, using: &random) {
      case 0: trial.take(trial.graph.stop())
      case 1..<6:
        // The program dies here; what was on its way is reported again.
        trial.graph = try RequestGraph(links, policy: policy, states: trial.graph.states)
        trial.take(trial.graph.begin())
      case 6..<14: trial.fail(step, again: Bool.random(using: &random))
      default: trial.finish(step)
      }
      trial.check()
    }
    #expect(trial.ends == 1)
    #expect(trial.running.isEmpty)
    #expect(trial.graph.states.allSatisfy { $0.isEnded })
  }

  /// A random graph without cycles, its numbers shuffled so that order is not a topological hint.
  private func links(_ count: Int, _ random: inout SeededRandom) -> [Links] {
    let names = Array(0..<count).shuffled(using: &random)
    var links = Array(repeating: Links(), count: count)
    for step in 1..<max(1, count) {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let parent = names[Int.random(in: 0..<step, using: &random)]
        if Int.random(in: 0..<4, using: &random) == 0 {
          links[names[step]].follows.append(parent)
        } else {
          links[names[step]].needs.append(parent)
        }
      }
    }
    return links
  }
}

/// A graph being run, and what must hold of it after each step.
private struct Trial {
  let links: [RequestGraph.Links]
  var graph: RequestGraph
  var running: Set<Int> = []
  var ends = 0
  var retries = 0

  mutating func take(_ actions: [RequestGraph.Action]) {
    for action in actions {
      switch action {
      case .run(let step):
        #expect(running.insert(step).inserted)
        let link = links[step]
        #expect(link.needs.allSatisfy { state($0) == .done })
        #expect(link.follows.allSatisfy { state($0).isEnded })
      case .end: ends += 1
      }
    }
  }

  mutating func finish(_ step: Int) {
    running.remove(step)
    take(graph.done(step))
  }

  mutating func fail(_ step: Int, again: Bool) {
    running.remove(step)
    take(step.isMultiple(of: 2) ? graph.failed(step) : graph.cancelled(step))
    guard again, retries < 20 else { return }
    retries += 1
    ends = 0
    running.insert(step)
    take(graph.again(step))
  }

  func state(_ step: Int) -> RequestGraph.StepState { graph.states[step] }

  func check() {
    for (step, state) in graph.states.enumerated() {
      let link = links[step]
      switch state {
      case .running: #expect(running.contains(step))
      case .skipped(let reason):
        #expect(self.state(reason).isUnsuccessful)
        #expect(
          link.needs.contains {
            self.state($0).isUnsuccessful || self.state($0) == .skipped(because: reason)
          })
      case .waiting:
        #expect(!graph.isStopped)
        #expect((link.needs + link.follows).contains { !self.state($0).isEnded })
      case .notRun: #expect(graph.isStopped)
      case .done, .failed, .cancelled: #expect(!running.contains(step))
      }
    }
  }
}
