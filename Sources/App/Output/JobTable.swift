import ClientModel

/// Jobs as aligned columns of text.
struct JobTable {
  private static let titles = ["ID", "STATE", "STATUS", "METHOD", "URL", ""]

  private var columns: TextColumns
  private var isEmpty = true
  private let width: Int?

  init(within width: Int? = Console.terminalColumns, coloured: Console.Colours = Console.output) {
    self.width = width
    columns = TextColumns(addresses: 4, within: width, style: coloured == .on ? Self.style : nil)
  }

  private static func style(_ column: Int, _ text: String) -> TextStyle? {
    if titles.indices.contains(column), text == titles[column] { return .bold }
    switch column {
    case 1: return JobState.Word(rawValue: text).flatMap(TextStyle.init)
    case 2: return Int(text).map(TextStyle.init(status:))
    case 5: return .grey
    default: return nil
    }
  }

  /// Returns the text of the last column. It contains the caller's identifier, the step, the
  /// details of the state and the failed assertions.
  private func text(on job: Job, _ places: GraphPositions) -> String {
    let step = places[job.id].map { "\($0.graph) \($0.step)" }
    let failed = job.check.flatMap { check in
      check.failed > 0 ? "\(check.text): \(check.first ?? "")" : nil
    }
    var detail = job.state.detail
    // `failed` contains the same count as the failure, and also the values in the response.
    if case .failed(let failure) = job.state, failure.kind == .assertion, failed != nil {
      detail = nil
    }
    // On a terminal, only the reason is printed, and no reason if the status says the same.
    if width != nil, detail != nil, case .failed(let failure) = job.state {
      detail = failure.kind == .errorStatus ? nil : failure.why
    }
    return [job.call.map { "call \($0)" }, step, detail, failed].compactMap { $0 }.joined(
      separator: "  ")
  }

  /// Returns the lines of further jobs. The titles precede the first line.
  mutating func lines(of jobs: [Job], in places: GraphPositions = GraphPositions()) -> [String] {
    let rows = jobs.map { job in
      [
        job.id.description, job.state.word.rawValue, job.status.map(String.init) ?? "",
        job.method.rawValue, Console.safe(job.displayURL), Console.safe(text(on: job, places)),
      ]
    }
    defer { isEmpty = isEmpty && jobs.isEmpty }
    return columns.lines(of: isEmpty && !jobs.isEmpty ? [Self.titles] + rows : rows)
  }
}
