package import ClientModel
import ClientYAML

extension Workspace {
  /// Checks the assertions of a saved request. Assertions with templates are skipped.
  ///
  /// - Parameter look: A function that returns the index of an assertion that cannot be checked,
  ///   and the reason.
  /// - Throws: A problem with the position of that assertion in the file.
  package func checkAssertions(
    of name: RequestName, _ look: ([Assertion]) async -> (index: Int, why: String)?
  ) async throws(WorkspaceProblem) {
    guard let text = try folder.text(name.file) else { throw missing(name) }
    let lines: [(assertion: Assertion, place: YAMLPosition)]
    do throws(YAMLProblem) {
      lines = try RequestFile.literalAssertions(try YAMLDocument.parse(text, file: name.file))
    } catch { throw WorkspaceProblem(error) }
    guard let (index, why) = await look(lines.map(\.assertion)) else { return }
    let line = lines[index]
    throw WorkspaceProblem(
      YAMLProblem(
        line.place, what: "\(line.place): `\(line.assertion.text)` cannot be checked.", why: why,
        whatToDo: "Correct it there; nothing was sent."))
  }
}
