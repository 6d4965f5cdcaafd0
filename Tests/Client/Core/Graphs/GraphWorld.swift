import ClientModel
import Synchronization

/// What a server saw of a graph's steps, and what it answers: the truth that a trial is judged by.
final class GraphWorld: Sendable {
  enum Plan: Sendable { case response, refuse, drop, cutOff, hang }

  private struct State: Sendable {
    var random: SeededRandom
    /// Steps that were answered with success, and are not on the wire again.
    var done: Set<Int> = []
    var begun: Set<Int> = []
    var open: Set<Int> = []
    var faults: [String] = []
    var life = 0
    /// Nothing goes wrong any more.
    var isKind = false

    mutating func plan() -> Plan {
      if isKind { return .response }
      switch random.next() % 100 {
      case 0..<5: return .refuse
      case 5..<8: return .drop
      case 8..<11: return .cutOff
      case 11..<30: return .hang
      default: return .response
      }
    }

    mutating func answered(_ step: Int) {
      open.remove(step)
      done.insert(step)
    }
  }

  /// The steps whose results each step needs.
  let parents: [[Int]]
  private let children: [[Int]]
  private let state: Mutex<State>

  init(parents: [[Int]], seed: Int) {
    self.parents = parents
    var children = Array(repeating: [Int](), count: parents.count)
    for (step, all) in parents.enumerated() { for parent in all { children[parent].append(step) } }
    self.children = children
    state = Mutex(State(random: SeededRandom(seed &+ 77)))
  }

  /// Receives a request that a client sends in one of its lives, and returns its fate.
  ///
  /// The comparison of the life and the record of the request are one step. If the client died
  /// between them, its request would be on the wire of the next life, which sends it again.
  func receive(_ step: Int, in life: Int) -> Plan {
    state.withLock { state in
      guard state.life == life else { return .hang }
      began(step, &state)
      let plan = state.plan()
      switch plan {
      case .hang: break
      case .response: state.answered(step)
      case .refuse, .drop, .cutOff: state.open.remove(step)
      }
      return plan
    }
  }

  private func began(_ step: Int, _ state: inout State) {
    for parent in parents[step] where !state.done.contains(parent) {
      state.faults.append("step \(step) began before step \(parent) was done")
    }
    for child in children[step] where state.begun.contains(child) {
      state.faults.append("step \(step) began after its child \(child)")
    }
    if !state.open.insert(step).inserted {
      state.faults.append("step \(step) is on the wire twice")
    }
    state.begun.insert(step)
    state.done.remove(step)
  }

  /// A request of the step has come.
  func began(_ step: Int) { state.withLock { began(step, &$0) } }

  func answered(_ step: Int) { state.withLock { $0.answered(step) } }

  /// The user found out that a request without a response took effect.
  func resolved(_ step: Int) {
    state.withLock { _ = $0.done.insert(step) }
  }

  func ended(_ step: Int) { state.withLock { _ = $0.open.remove(step) } }

  /// Only these are still on the wire: what was cancelled is not reported here.
  func retainOpen(_ steps: Set<Int>) { state.withLock { $0.open.formIntersection(steps) } }

  /// The client dies: from here on its requests reach nobody, and nothing of theirs is answered.
  /// Returns the number of the life that begins.
  func die() -> Int {
    state.withLock { state in
      state.open = []
      state.life += 1
      return state.life
    }
  }

  func beKind() { state.withLock { $0.isKind = true } }

  /// What went against the rules, in the order it was seen.
  func faults() -> [String] { state.withLock { $0.faults } }
}
