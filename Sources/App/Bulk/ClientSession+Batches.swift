import ClientCore
import ClientModel
import ClientPipeline

extension ClientSession {
  /// What all rows of a batch have in common.
  struct BatchWish {
    /// Nil for the lane that each request has by itself.
    var lane: LaneKey?
    var state: JobState = .waiting(.slot)
    var priority = 0
    var order: GraphRun.Order = .run
    var keeping: RequestOptions.FileKeeping?
    /// Whose words the request is made of; what a user typed at a screen is not warned of here.
    var author = DraftAuthor.user
  }

  /// A batch of one request for each row of a file, its columns laid over the environment.
  ///
  /// Every row is looked at before anything is added: the first that makes no request is named, with the
  /// number of the others.
  func batch(_ draft: Draft, each file: RowFile, _ wish: BatchWish) async throws -> NewBatch {
    let requests = try await keeping(
      wish.keeping, of: try requests(of: draft, each: file, by: wish.author))
    let secrets = secretColumns(file, in: requests)
    let rows = zip(file.rows, requests).map { row, request in
      NewBatch.Row(
        values: row.json(masking: secrets),
        job: NewJob(
          request: request, lane: wish.lane ?? lane(for: request), state: wish.state,
          priority: wish.priority, name: draft.name))
    }
    return NewBatch(
      source: file.path, rows: rows, workspace: laneWorkspace, environment: environment.name,
      order: wish.order)
  }

  private func requests(
    of draft: Draft, each file: RowFile, by author: DraftAuthor
  ) throws -> [PreparedRequest] {
    if let environmentProblem { throw environmentProblem }
    let (draft, trouble) = ruled(draft)
    if let trouble, author == .user { Console.complain(trouble) }
    var preparation = preparation
    var requests: [PreparedRequest] = []
    requests.reserveCapacity(file.rows.count)
    var wrong: RowProblems?
    for (index, row) in file.rows.enumerated() {
      let values = row.values
      preparation.environment = environment.overlaid(with: values)
      let result = preparation.examine(draft)
      // What the first row warns of, the others would only repeat.
      if index == 0, author == .user { result.warnings.forEach(Console.complain) }
      var problems = result.problems
      if let request = result.request {
        problems = refusals(of: request, from: draft, by: author, values: values)
        if problems.isEmpty { requests.append(request) }
      }
      guard !problems.isEmpty else { continue }
      if wrong == nil {
        wrong = RowProblems(
          path: file.path, row: index + 1, line: row.line, problems: problems)
      } else {
        wrong?.others += 1
      }
    }
    if let wrong { throw wrong }
    return requests
  }

  /// The columns whose values went into secret places, as far as the first rows tell.
  private func secretColumns(_ file: RowFile, in requests: [PreparedRequest]) -> Set<String> {
    var hidden: [String: Bool] = [:]
    for (row, request) in zip(file.rows, requests).prefix(100) {
      let secrets = request.typedSecrets
      for column in row.columns where !column.text.isEmpty {
        let isIn = secrets.contains { $0.contains(column.text) }
        hidden[column.name] = (hidden[column.name] ?? true) && isIn
      }
    }
    return Set(hidden.filter(\.value).keys)
  }
}

/// Rows of a file that make no requests.
struct RowProblems: Error {
  var path: String
  /// Of the first: its number, its line and all that is wrong with it.
  var row: Int
  var line: Int
  var problems: [DraftProblem]
  /// How many more there are.
  var others = 0

  var heading: String {
    let more = others == 0 ? "" : " \(others.grouped) more row\(others == 1 ? "" : "s") neither."
    return "Row \(row) (line \(line)) of \(Console.safe(path)) does not make a request.\(more) "
      + "Nothing was added."
  }
}
