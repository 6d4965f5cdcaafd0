import ClientCatalogs
import ClientCore
import ClientModel
import ClientPipeline

/// The settings that all rows of a batch share.
struct BatchOptions {
  var copy: RequestOptions.FileCopy?
  /// The author of the request. It matters for the trust check, and warnings are printed only for
  /// `.user`.
  var author = DraftAuthor.user
}

/// A builder that makes a batch from a draft and the rows of a file.
struct BatchBuilder {
  let client: Client
  let context: RequestContext
  /// The store that creates the temporary file of rows. Nil means that the rows stay in memory.
  let store: SessionStore?
  /// The progress of a command. Nil if no progress is wanted.
  var progress: ProgressWriter?

  init(_ session: ClientSession) {
    (client, context, store) = (session.client, session.context, session.store)
  }

  /// Checks the rows of a file and returns a batch with one request for each row.
  ///
  /// A value of the row overrides a value of the environment. Before anything is added, every row
  /// is checked, including against the catalog of the request's endpoint. The error lists the
  /// invalid rows up to a limit and only counts the rest.
  func batch(_ draft: Draft, each file: RowFile, _ wish: BatchOptions) async throws -> FileBatch {
    var rows = try await jobs(of: draft, each: file, wish)
    let preparation = context.preparation(of: wish.author)
    try checkColumns(of: file, in: draft, rows.first, preparation)
    rows.secrets = secretColumns(of: file, in: draft, rows.first.map(\.request), preparation)
    return FileBatch(
      batch: NewBatch(
        source: file.path, rows: rows, workspace: context.owner.folder,
        environment: context.environment.name,
        instruction: draft.job.start == .held ? .hold : .run, draft: draft), rows: rows)
  }

  /// Refuses a request that uses no column of the file. Every row would send the same request.
  private func checkColumns(
    of file: RowFile, in draft: Draft, _ jobs: [NewJob], _ preparation: Preparation
  ) throws(UsageProblem) {
    var preparation = preparation
    preparation.environment = context.environment
    guard file.rows.count > 1, preparation.examine(draft).request == jobs[0].request else { return }
    throw UsageProblem(
      what: "The request uses no column of \(Console.safe(file.path)).",
      why: "All \(file.rows.count.grouped) rows would send the same request. \(file.columnsText)",
      whatToDo: "Write {{name}} where a column's value belongs. Nothing was added.")
  }

  private func jobs(
    of draft: Draft, each file: RowFile, _ wish: BatchOptions
  ) async throws -> FileRows {
    let author = wish.author
    if let problem = context.environmentProblem { throw problem }
    let (draft, trouble) = context.catalogs.ruled(draft)
    if let trouble, author == .user { Console.complain(trouble) }
    let reading = RowReading(
      context: context, draft: draft, author: author,
      preparation: context.preparation(of: author),
      templates: formTemplates(of: draft))
    // A batch is held as a unit, so that one command releases it. The batch also stores the draft
    // for all its jobs.
    var batched = draft
    let now = SystemClock().now
    if batched.job.start == .held { batched.job.start = .atTurn }
    var rows = try FileRowsWriter(file, in: store?.spool(in: context.folders))
    var wrong: RowProblems?
    var number = 0
    var line = ProgressLine(title: "Checking rows", began: SystemClock().now)
    let unread = file.rows.makeIterator()
    while case let portion = Array(unread.prefix(500)), !portion.isEmpty {
      // Both halves of the chunk are examined at the same time. Examining a request takes longer
      // than all other work for a row.
      let middle = portion.count / 2
      async let first = reading.examine(portion[..<middle])
      let second = reading.examine(portion[middle...])
      for row in await first + second {
        number += 1
        // Only the warnings of the first row are printed, because all rows cause the same warnings.
        if number == 1, author == .user { row.warnings.forEach(Console.complain) }
        if let request = row.request, row.problems.isEmpty, wrong == nil {
          rows.append(
            context.job(for: request, from: batched, .queued, now: now))
        }
        guard !row.problems.isEmpty else { continue }
        let bad = RowProblems.BadRow(row: number, line: row.line, problems: row.problems)
        if wrong == nil {
          wrong = RowProblems(in: file, of: draft, first: bad)
        } else {
          wrong?.add(bad)
        }
      }
      try await rows.flush(by: client, wish.copy)
      line.amount = .count(number, of: file.rows.count, unit: "rows")
      progress?.show(line)
    }
    if let wrong { throw wrong }
    return try await rows.finish(by: client, wish.copy)
  }

  /// Returns the templates in the form of the draft's endpoint. Returns nil if no catalog describes
  /// the endpoint.
  private func formTemplates(of draft: Draft) -> FormTemplates? {
    guard let name = draft.endpoint else { return nil }
    do throws(CatalogFailure) {
      guard let (endpoint, catalog) = try context.catalogs.endpoint(name) else { return nil }
      let templates = FormTemplates(EndpointForm(reading: draft, endpoint, in: catalog))
      return templates.isEmpty ? nil : templates
    } catch {
      // `ruled` warns if the catalog cannot be read.
      return nil
    }
  }

  /// Returns the names of the columns whose values are used as secrets.
  ///
  /// Each column is tested with a unique probe value. The probe may make the request invalid. In
  /// that case, a column is secret if all its non-empty values in the first 100 rows occur in
  /// secrets of the requests.
  private func secretColumns(
    of file: RowFile, in draft: Draft, _ requests: [PreparedRequest], _ preparation: Preparation
  ) -> Set<String> {
    let probe = "7240917365180294"
    let rows = zip(file.rows, requests).prefix(100).map { ($0, $1.typedSecrets) }
    var secrets: Set<String> = []
    for name in Set(rows.flatMap { $0.0.columns.map(\.name) }) {
      guard let row = rows.first(where: { $0.0.values[name] != nil })?.0 else { continue }
      var preparation = preparation
      var values = row.values
      values[name] = SensitiveText(probe)
      preparation.environment = context.environment.overlaid(withData: values)
      if let request = preparation.examine(draft).request {
        if request.typedSecrets.contains(where: { $0.contains(probe) }) { secrets.insert(name) }
        continue
      }
      let texts = rows.compactMap { row, found in
        row.columns.first { $0.name == name && !$0.text.isEmpty }.map { ($0.text, found) }
      }
      let areIn = texts.allSatisfy { text, found in found.contains { $0.contains(text) } }
      if !texts.isEmpty, areIn { secrets.insert(name) }
    }
    return secrets
  }
}

/// The check of the requests that are made from a draft and the rows of a file.
private struct RowReading: Sendable {
  struct Row {
    var line: Int
    var request: PreparedRequest?
    var warnings: [DraftProblem]
    var problems: [DraftProblem]
  }

  let context: RequestContext
  let draft: Draft
  let author: DraftAuthor
  let preparation: Preparation
  /// The templates in the form of the draft's endpoint. They are nil if no catalog describes the
  /// endpoint.
  let templates: FormTemplates?

  func examine(_ rows: ArraySlice<RowFile.Row>) -> [Row] { rows.map(examine) }

  private func examine(_ row: RowFile.Row) -> Row {
    let values = row.values
    var preparation = preparation
    preparation.environment = context.environment.overlaid(withData: values)
    let result = preparation.examine(draft)
    var problems = result.problems
    if let request = result.request {
      problems = RequestRefusals(context: context).problems(
        with: request, from: draft, by: author, values: values)
    }
    return Row(
      line: row.line, request: result.request, warnings: result.warnings,
      problems: problems
        + refusals(of: preparation.environment.inside(draft.inheritedFolder)))
  }

  private func refusals(of environment: Environment) -> [DraftProblem] {
    guard let templates else { return [] }
    return templates.problems { name in
      // A value that cannot be used is reported with the request.
      if let value = environment.data[name] { return value.plain }
      do throws(VariableFault) { return try environment.value(of: name)?.plain } catch {
        return nil
      }
    }
    .map { DraftProblem(.body, what: $0.what, why: $0.why, whatToDo: $0.whatToDo) }
  }
}

/// The error for a file with invalid rows.
struct RowProblems: Error {
  struct BadRow {
    /// The number of the row. Rows and lines are counted from 1.
    var row: Int
    var line: Int
    var problems: [DraftProblem]
  }

  var path: String
  /// The names of the columns, as a sentence.
  var columns: String
  let first: BadRow
  /// The invalid rows after the first one, at most `most`.
  private(set) var others: [BadRow] = []
  private(set) var unlisted = 0
  /// The request, and the columns that its templates can name.
  private let draft: Draft
  private let names: Set<String>

  /// The maximum number of rows in `others`. Further rows are only counted, because nobody corrects
  /// a thousand rows one by one.
  private static let most = 1000

  init(in file: RowFile, of draft: Draft, first: BadRow) {
    (path, columns, self.first, self.draft) = (file.path, file.columnsText, first, draft)
    names = Set(file.rows.first?.columns.map(\.name) ?? [])
  }

  mutating func add(_ row: BadRow) {
    if others.count < Self.most { others.append(row) } else { unlisted += 1 }
  }

  var heading: String {
    let count = others.count + unlisted
    let rows = count == 1 ? "row is" : "rows are"
    let more = count == 0 ? "" : " \(count.grouped) more \(rows) invalid."
    return "\(words(for: first)) of \(Console.safe(path)) does not make a valid request.\(more) "
      + "Nothing was added. \(columns)"
  }

  /// One line for each row in `others` with all its problems. The last line has the number of
  /// unlisted rows.
  var lines: [String] {
    let rows = others.map { row in
      let problems = row.problems.map { "\($0.what) \($0.why) \($0.whatToDo)" }
      return Console.safe("\(words(for: row)): \(problems.joined(separator: " "))")
    }
    return rows + (unlisted == 0 ? [] : ["And \(unlisted.grouped) more rows."])
  }

  private func words(for row: BadRow) -> String { "Row \(row.row) (line \(row.line))" }

  /// Returns the text that names the row, and the columns used in the part of the request that has
  /// the problem.
  func words(for row: BadRow, _ problem: DraftProblem) -> String {
    let columns = columns(of: problem)
    guard !columns.isEmpty else { return words(for: row) }
    return "\(words(for: row)), column \(columns.joined(separator: ", "))"
  }

  private func columns(of problem: DraftProblem) -> [String] {
    func text(_ fields: [DraftField], _ index: Int) -> String {
      fields.indices.contains(index) ? fields[index].name + fields[index].value : ""
    }
    let text =
      switch problem.place {
      case .url: draft.url
      case .query(let index): text(draft.query, index)
      case .header(let index): text(draft.headers, index)
      case .pathVariable(let name):
        draft.pathVariables.first { $0.name == name }?.value ?? "{{\(name)}}"
      case .method: draft.method
      case .formField, .part, .body, .authorization, .assertion, .option: ""
      }
    return names.filter { text.contains(bytes: "{{\($0)}}") }.sorted()
  }
}
