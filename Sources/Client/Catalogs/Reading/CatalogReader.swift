import ClientModel
import ClientYAML

/// A reader that converts an OpenAPI document to a catalog. A part that cannot be read is reported
/// as a problem and omitted.
///
/// - Source: OpenAPI 3.0.4 and 3.1.1.
struct CatalogReader {
  var files: CatalogFiles
  var schemas = SchemaTable()
  var references = References()
  /// The schemas by position. Each schema is read once, because it may contain itself.
  var known: [FileNode: SchemaID] = [:]
  var joined: [[SchemaPart]: SchemaID] = [:]
  /// The schemas with a reserved number that have not been read.
  var waiting: [(id: SchemaID, parts: [SchemaPart])] = []
  /// The schemas with alternatives, and their positions.
  var choices: [(id: SchemaID, spot: FileNode)] = []
  /// The number of keywords and alternatives that may still be processed for merged schemas.
  var joiningLeft = 20_000_000
  /// The number of values that may still be written in examples, defaults and allowed values.
  var writingLeft = 20_000_000
  var schemes: [String: SecurityScheme] = [:]
  /// The number of operations and paths that could not be read.
  var missingEndpoints = 0
  /// The schema without constraints, which is used for parts without a schema.
  var anything: SchemaID?
  /// A function that is called regularly, and throws to stop reading.
  let pause: () throws(CatalogStop) -> Void
  private var noted: Set<ReportedProblem> = []
  private(set) var problems: [ReportedProblem] = []

  struct ReportedProblem: Hashable {
    let place: YAMLPosition
    let what: String
    let why: String
    let whatToDo: String
  }

  /// The maximum number of reported problems.
  static let problemLimit = 1000

  init(files: CatalogFiles, pause: @escaping () throws(CatalogStop) -> Void) {
    self.files = files
    self.pause = pause
  }

  mutating func catalog(name: String) throws(CatalogStop) -> Catalog {
    let root = files.root
    try refuseOthers(root)
    let information = try value(root, "info")
    if information == nil {
      report(
        root, "The catalog has no title.", "The key `info` is missing.",
        "Add `info:` with `title` and `version`.")
    }
    let servers = try servers(value(root, "servers"))
    try readSecuritySchemes(root)
    var rules = try endpointRules(root, over: EndpointRules())
    let outcome = rules.outcome
    rules.outcome = nil
    let groups = try groups(root, rules)
    try readComponents(root)
    try settleAlternatives()
    reportRepeatedKeys()
    let summary = try information.flatMap { spot throws(CatalogStop) in
      try prose([spot], "description")
    }
    return Catalog(
      name: name, title: text(information, "title") ?? name,
      version: text(information, "version") ?? "", summary: summary ?? "",
      servers: servers, groups: groups, problems: sortedProblems(), securitySchemes: schemes,
      outcome: outcome, schemas: schemas, missingEndpoints: missingEndpoints)
  }

  /// Throws if the document is of another kind or version.
  private mutating func refuseOthers(_ root: FileNode) throws(CatalogStop) {
    func refused(_ spot: FileNode, _ why: String, _ whatToDo: String) -> CatalogStop {
      .problem(YAMLProblem(files.place(spot), why: why, whatToDo: whatToDo))
    }
    guard files.kind(root) == .mapping else {
      throw refused(
        root, "It is not an OpenAPI document: it is not a mapping.",
        "Choose an OpenAPI 3.0 or 3.1 document in YAML or JSON.")
    }
    if let version = files.field(root, "swagger") {
      throw refused(
        version, "It is a Swagger \(files.string(version).prefix(10)) document.",
        "Convert it to OpenAPI 3 and import the result: `npx swagger2openapi FILE -o NEW`, or Edit > "
          + "Convert to OpenAPI 3 at editor.swagger.io.")
    }
    guard let version = files.field(root, "openapi") else {
      throw refused(
        root, "It is not an OpenAPI document: the key `openapi` is missing.",
        "Choose an OpenAPI 3.0 or 3.1 document in YAML or JSON.")
    }
    let text = files.string(version)
    guard text.begins(with: "3.") else {
      throw refused(
        version, "It is written in OpenAPI \(text.prefix(10)).",
        "Convert it to OpenAPI 3.0 or 3.1.")
    }
    if !text.begins(with: "3.0"), !text.begins(with: "3.1") {
      report(
        version, "The catalog is read as OpenAPI 3.1.", "It is written in \(text.prefix(10)).",
        "Features added after 3.1 are left out.")
    }
  }

  /// Reads the schemas that no endpoint uses, to report their problems.
  private mutating func readComponents(_ root: FileNode) throws(CatalogStop) {
    for field in try fields(value(root, "components"), "schemas") {
      _ = try schema(of: field.value)
    }
    try readWaiting()
  }

  private mutating func reportRepeatedKeys() {
    for (number, tree) in files.trees.enumerated() {
      for double in tree.doubles.prefix(Self.problemLimit) {
        let spot = files.fileNode(Int32(number), Int(double))
        noteAt(
          tree.place(Int(double)), "A value is left out.",
          "The key `\(files.string(spot).prefix(80))` occurs twice; the first one is used.",
          "Remove one of them.")
      }
    }
  }
}

extension CatalogReader {
  /// Reports a part that could not be read. Reports the same problem only once.
  mutating func report(_ spot: FileNode, _ what: String, _ why: String, _ whatToDo: String) {
    noteAt(files.place(spot), what, why, whatToDo)
  }

  mutating func noteAt(_ place: YAMLPosition, _ what: String, _ why: String, _ whatToDo: String) {
    guard problems.count < Self.problemLimit else { return }
    let problem = ReportedProblem(place: place, what: what, why: why, whatToDo: whatToDo)
    if noted.insert(problem).inserted { problems.append(problem) }
  }

  mutating func report(_ problem: YAMLProblem, _ what: String) {
    noteAt(problem.place, what, problem.why, problem.whatToDo)
  }

  private func sortedProblems() -> [CatalogProblem] {
    let order = Dictionary(
      files.trees.enumerated().map { ($0.element.file, $0.offset) }, uniquingKeysWith: min)
    return problems.enumerated().sorted { left, right in
      let (first, second) = (left.element.place, right.element.place)
      return (order[first.file] ?? 0, first.line, first.column, left.offset)
        < (order[second.file] ?? 0, second.line, second.column, right.offset)
    }
    .map { _, problem in
      CatalogProblem(
        place: problem.place.description, what: problem.what, why: problem.why,
        whatToDo: problem.whatToDo)
    }
  }

  /// Returns the text of a scalar field, or nil if the field is absent, null or not a scalar.
  func text(_ spot: FileNode?, _ key: StaticString) -> String? {
    guard let spot, let value = files.field(spot, key), files.isScalar(value),
      files.kind(value) != .null
    else { return nil }
    return files.string(value)
  }

  /// Returns a value as JSON, or nil if it is too large.
  mutating func json(_ spot: FileNode) -> String? { files.json(spot, &writingLeft) }

  func boolean(_ spot: FileNode, _ key: StaticString) -> Bool? {
    guard let value = files.field(spot, key), files.kind(value) == .plain else { return nil }
    return files.isTrue(value)
  }
}
