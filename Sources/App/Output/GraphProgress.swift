import ClientCore
import ClientModel

/// The progress of a graph that a command runs: the number of ended steps, and the running steps.
struct GraphProgress {
  /// The maximum number of steps that are named at the same time.
  private static let mostNames = 3

  private let id: GraphID
  private(set) var line: ProgressLine

  /// Creates the progress of a submitted graph.
  init(of id: GraphID, _ plan: GraphPlan, now: Timestamp) {
    self.id = id
    line = ProgressLine(
      title: "Running \(plan.name)", amount: .steps(0, of: plan.count), began: now)
  }

  /// Updates the line if `runs` contains the graph.
  mutating func take(_ runs: [GraphRun]) {
    guard let run = runs.last(where: { $0.id == id }) else { return }
    let summary = run.summary
    let ended = summary.total - summary.waiting - summary.running
    line.amount = .steps(ended, of: summary.total)
    let names = zip(run.plan.steps, run.steps).filter { $0.1.state == .running }.map(\.0.name)
    let more = names.count - Self.mostNames
    let list = names.prefix(Self.mostNames).joined(separator: ", ")
    line.title =
      "Running \(run.plan.name)" + (names.isEmpty ? "" : ": \(list)")
      + (more > 0 ? " and \(more) more" : "")
  }

  /// Shows the progress of a graph until the task is cancelled. Returns nil if there is nothing to
  /// show.
  static func follow(
    _ id: GraphID, _ plan: GraphPlan, _ events: AsyncStream<ClientEvent>?,
    on writer: ProgressWriter?
  ) -> Task<Void, Never>? {
    guard let events, let writer else { return nil }
    return Task {
      var progress = GraphProgress(of: id, plan, now: SystemClock().now)
      writer.show(progress.line)
      for await case .graphsChanged(let runs) in events {
        progress.take(runs)
        writer.show(progress.line)
      }
    }
  }
}
