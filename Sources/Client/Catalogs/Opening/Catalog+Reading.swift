import ClientModel
import ClientYAML

extension Catalog {
  /// Reads a document that does not refer to other files.
  ///
  /// - Parameters:
  ///   - text: OpenAPI 3.0 or 3.1 as YAML or JSON.
  ///   - name: The name of the catalog, which is also used as the file name in messages.
  /// - Throws: The reason why the document cannot be used. Errors in parts of the document are
  ///   returned in `problems`.
  package static func read(text: String, name: String) throws(CatalogProblem) -> Catalog {
    do throws(CatalogStop) {
      let tree = try Array(text.utf8).withUnsafeBufferPointer { bytes throws(CatalogStop) in
        try DocumentTree.read(bytes, file: name, .document, budget: .standard) { _ in }
      }
      var reader = CatalogReader(
        files: CatalogFiles(
          LoadedTree(tree: tree, bytes: text.utf8.count), path: name, budget: .standard, loader: nil
        ),
        pause: {})
      return try reader.catalog(name: name)
    } catch {
      throw CatalogProblem(error, of: name)
    }
  }
}

extension CatalogProblem {
  /// Creates the problem of a document that cannot be used.
  init(_ stop: CatalogStop, of name: String) {
    switch stop {
    case .problem(let problem):
      self.init(
        place: problem.place.description, what: "The catalog \(name) cannot be opened.",
        why: problem.why, whatToDo: problem.whatToDo)
    case .cancelled:
      self.init(
        place: "\(name):1:1", what: "The catalog \(name) was not opened.",
        why: "Reading it was cancelled.", whatToDo: "Open it again.")
    }
  }
}

extension DocumentTree {
  /// The role of a file in a catalog.
  enum Role {
    case document
    /// The target file of a reference. A file that is neither YAML nor JSON is text, such as a
    /// description.
    case part
  }

  /// Reads JSON or YAML, or plain text if the file name does not have the extension of a document.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, _ role: Role, budget: TreeBudget,
    pause: (Int) throws(CatalogStop) -> Void
  ) throws(CatalogStop) -> DocumentTree {
    let isText =
      role == .part && !CatalogFile.endings.contains { file.lowercased().ends(with: $0) }
    if isText, file.lowercased().ends(with: ".md") {
      return try prose(bytes, file: file, budget: budget)
    }
    do throws(CatalogStop) {
      return try read(bytes, file: file, budget: budget, pause: pause)
    } catch {
      guard isText, case .problem = error, bytes.count <= budget.bytes else { throw error }
      return try prose(bytes, file: file, budget: budget)
    }
  }

  private static func prose(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, budget: TreeBudget
  ) throws(CatalogStop) -> DocumentTree {
    do throws(YAMLProblem) {
      var builder = TreeBuilder(file: file, budget: budget, bytes: bytes.count)
      try builder.scalar(.text, bytes, line: 1, column: 1)
      return try builder.finished()
    } catch { throw .problem(error) }
  }

  /// Reads JSON or YAML after an optional byte order mark. Tries JSON first if the text begins like
  /// JSON.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, budget: TreeBudget,
    pause: (Int) throws(CatalogStop) -> Void
  ) throws(CatalogStop) -> DocumentTree {
    guard bytes.count <= budget.bytes else {
      let refusal = budget.refusal(ofBytes: bytes.count)
      throw .problem(
        YAMLProblem(
          YAMLPosition(file: file, line: 1, column: 1), why: refusal.why, whatToDo: refusal.whatToDo
        ))
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = UnsafeBufferPointer(rebasing: bytes[(hasMark ? 3 : 0)...])
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") else {
      return try yaml(text, file: file, budget: budget, pause: pause)
    }
    do throws(CatalogStop) {
      return try json(text, file: file, budget: budget, pause: pause)
    } catch {
      // YAML may also begin with a brace, but a file with the extension .json must be JSON.
      guard case .problem = error, !file.ends(with: ".json") else { throw error }
      return try yaml(text, file: file, budget: budget, pause: pause)
    }
  }
}
