package import ClientModel
import ClientYAML

extension Workspace {
  /// Every saved request by name, sorted; no file is opened, so 1,000 cost little.
  package func requestNames() throws(WorkspaceProblem) -> [RequestName] {
    FileListing.yaml(below: folder.path("requests")).files
      .compactMap { RequestName(String($0.dropLast(5))) }.sorted()
  }

  /// Whether anything has the place of this request's file, readable or not.
  package func holdsSomething(at name: String) -> Bool {
    RequestName(name).map { folder.exists($0.file) } ?? false
  }

  /// The saved request; problems name file, line and column.
  package func load(_ name: RequestName) throws(WorkspaceProblem) -> Draft {
    guard let text = try folder.text(name.file) else { throw missing(name) }
    do {
      var draft = try RequestFile.draft(try YAMLDocument.parse(text, file: name.file))
      if draft.name == nil { draft.name = name.last }
      return draft
    } catch { throw WorkspaceProblem(error) }
  }

  /// Writes the request's file in one step. A literal in a secret place is refused.
  package func save(_ draft: Draft, as name: RequestName) throws(WorkspaceProblem) {
    if let place = RequestFile.secretPlace(in: draft, settings.gateways.credentialNames) {
      throw WorkspaceProblem(
        .secretInClear, what: "\(name) was not saved.",
        why: "\(place) holds a secret in clear, and the file can be read by others.",
        whatToDo: RequestFile.secretAdvice)
    }
    var saved = draft
    if saved.name == name.last { saved.name = nil }
    try folder.write(try RequestFile.text(saved), to: name.file)
  }

  /// Refuses when the other name is taken.
  package func rename(_ name: RequestName, to other: RequestName) throws(WorkspaceProblem) {
    guard folder.exists(name.file) else { throw missing(name) }
    try folder.move(name.file, to: other.file)
  }

  /// Saves a request that must not replace another.
  ///
  /// - Returns: Its name: `list-2` if `list` exists.
  package func add(
    _ draft: Draft, as name: RequestName
  ) throws(WorkspaceProblem) -> RequestName {
    let name = folder.exists(name.file) ? try freeName(after: name) : name
    try save(draft, as: name)
    return name
  }

  /// - Returns: The name of the copy: `list-2` for `list`.
  package func duplicate(_ name: RequestName) throws(WorkspaceProblem) -> RequestName {
    guard let text = try folder.text(name.file) else { throw missing(name) }
    let other = try freeName(after: name)
    try folder.write(text, to: other.file)
    return other
  }

  private func freeName(after name: RequestName) throws(WorkspaceProblem) -> RequestName {
    for number in 2...1000 {
      if let other = RequestName("\(name.path)-\(number)"), !folder.exists(other.file) {
        return other
      }
    }
    throw WorkspaceFolder.taken(name.file)
  }

  package func delete(_ name: RequestName) throws(WorkspaceProblem) {
    guard folder.exists(name.file) else { throw missing(name) }
    try folder.remove(name.file)
  }

  /// Whether a saved request of that name is there.
  package func hasRequest(_ name: String) -> Bool {
    RequestName(name).map { folder.exists($0.file) } ?? false
  }

  /// A question for whoever named a request that is not there; empty when none is alike.
  package func nearest(request name: String) -> String {
    let names = FileListing.yaml(below: folder.path("requests")).files.map {
      String($0.dropLast(5))
    }
    return NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
  }

  func missing(_ name: RequestName) -> WorkspaceProblem {
    return WorkspaceProblem(
      .missing, what: "There is no request `\(name)`.",
      why: "\(name.file) does not exist in \(root).",
      whatToDo: nearest(request: name.path) + "The browser lists the saved requests.")
  }
}
