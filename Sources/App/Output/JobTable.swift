import ClientModel
import Terminal

/// Jobs as aligned columns for a person.
struct JobTable {
  var jobs: [Job]

  func lines() -> [String] {
    guard !jobs.isEmpty else { return ["No jobs. `weir queue add URL` makes one."] }
    let rows = jobs.map { job in
      [
        job.id.description, job.state.word.rawValue, job.status.map(String.init) ?? "",
        job.method.rawValue, Console.safe(job.displayURL), Console.safe(job.state.detail ?? ""),
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
