package import ClientModel
import ClientYAML

extension Workspace {
  /// Returns the names of all graphs in natural order. No file is opened.
  package func graphNames() -> [String] {
    FileListing.yaml(below: folder.path("graphs")).files.map { String($0.dropLast(5)) }
      .inNaturalOrder()
  }

  /// Reads a graph. Throws a problem with file, line and column.
  package func graph(_ name: String) throws(WorkspaceProblem) -> GraphPlan {
    guard let checked = RequestName(name) else { throw missing(graph: name) }
    let file = "graphs/\(checked.path).yaml"
    guard let text = try folder.text(file) else { throw missing(graph: name) }
    do {
      return try GraphFile.plan(try YAMLDocument.parse(text, file: file), name: name)
    } catch { throw WorkspaceProblem(error) }
  }

  /// Returns whether a graph file of this name exists.
  package func hasGraph(_ name: RequestName) -> Bool { folder.exists(GraphFile.path(name)) }

  /// Writes a graph atomically, in the form with steps.
  package func save(_ graph: GraphPlan, as name: RequestName) throws(WorkspaceProblem) {
    try folder.write(try texts(saving: graph, as: name).new, to: GraphFile.path(name))
  }

  /// Returns the lines that saving a graph would change.
  package func change(
    saving graph: GraphPlan, as name: RequestName
  ) throws(WorkspaceProblem) -> FileChange {
    let (old, new) = try texts(saving: graph, as: name)
    return FileChange(
      .changed, GraphFile.path(name), lines: LineDifference.lines(from: old ?? "", to: new))
  }

  private func texts(
    saving graph: GraphPlan, as name: RequestName
  ) throws(WorkspaceProblem) -> (old: String?, new: String) {
    let file = GraphFile.path(name)
    let old = try folder.text(file)
    return (
      old, old.map { GraphFile.text(graph, over: $0, file: file) } ?? GraphFile.text(graph)
    )
  }

  /// Checks that all saved requests of a graph exist.
  ///
  /// - Throws: A problem for the first missing request, with its position in the graph's file.
  package func checkRequests(ofGraph name: String) throws(WorkspaceProblem) {
    guard let checked = RequestName(name) else { throw missing(graph: name) }
    let file = "graphs/\(checked.path).yaml"
    guard let text = try folder.text(file) else { throw missing(graph: name) }
    do throws(YAMLProblem) {
      for (request, place) in try GraphFile.requestPlaces(try YAMLDocument.parse(text, file: file))
      {
        guard let name = RequestName(request), !folder.exists(name.file) else { continue }
        throw YAMLProblem(
          place, what: "\(place): there is no request `\(request)`.",
          why: "\(name.file) does not exist.",
          whatToDo: nearest(request: request) + "The browser lists the saved requests.")
      }
    } catch { throw WorkspaceProblem(error) }
  }

  /// Checks the jq programs of a graph.
  ///
  /// - Parameter look: A function that receives the texts of the programs. It returns the index of
  ///   a program that cannot run, and the reason.
  /// - Throws: A problem with the position of that program in the graph's file, or an error of
  ///   `look`.
  package func checkJQ(
    ofGraph name: String, _ look: ([String]) async throws -> (index: Int, why: String)?
  ) async throws {
    guard let checked = RequestName(name) else { throw missing(graph: name) }
    let file = "graphs/\(checked.path).yaml"
    guard let text = try folder.text(file) else { throw missing(graph: name) }
    let programs: [GraphFile.JQProgram]
    do throws(YAMLProblem) {
      programs = try GraphFile.jqPrograms(try YAMLDocument.parse(text, file: file))
    } catch { throw WorkspaceProblem(error) }
    guard let (index, why) = try await look(programs.map(\.text)) else { return }
    let program = programs[index]
    throw WorkspaceProblem(
      YAMLProblem(
        program.place, what: "\(program.place): the jq program of \(program.owner) cannot be run.",
        why: why, whatToDo: "Correct it there; nothing was sent."))
  }

  private func missing(graph name: String) -> WorkspaceProblem {
    let names = graphNames()
    let nearest =
      NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
    let known =
      names.isEmpty ? "There are no graphs" : "Only \(names.joined(separator: ", ")) can be found"
    return WorkspaceProblem(
      .missing, what: "There is no graph `\(name)`.", why: "\(known) in \(root)/graphs.",
      whatToDo: nearest + "Create graphs/\(name).yaml, or choose another.")
  }
}
