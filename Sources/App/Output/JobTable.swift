import ClientModel
import Terminal

/// Jobs as aligned columns for a person.
struct JobTable {
  var jobs: [Job]
  var places = GraphPlaces()
  /// What is said where there is none.
  var emptiness = "No jobs. `weir queue add URL` makes one."

  /// What the state's word leaves out, and the step it does.
  private func words(on job: Job) -> String {
    let step = places[job.id].map { "\($0.graph) \($0.step)" }
    return [step, job.state.detail].compactMap { $0 }.joined(separator: "  ")
  }

  func lines() -> [String] {
    guard !jobs.isEmpty else { return [emptiness] }
    let rows = jobs.map { job in
      [
        job.id.description, job.state.word.rawValue, job.status.map(String.init) ?? "",
        job.method.rawValue, Console.safe(job.displayURL), Console.safe(words(on: job)),
      ]
    }
    let titles = ["ID", "STATE", "STATUS", "METHOD", "URL", ""]
    let widths = titles.indices.map { column in
      ([titles] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([titles] + rows).map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let isLast = column == row.count - 1
        let padding = isLast ? 0 : widths[column] - text.count + 2
        line += text + String(repeating: " ", count: padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
