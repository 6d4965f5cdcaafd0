import ClientModel
import ClientYAML

/// A value in a file of a catalog, which is never an alias.
struct FileNode: Hashable, Sendable {
  let file: Int32
  let node: Int32
}

/// A document and the files that it refers to, as trees.
struct CatalogFiles {
  /// A function that reads a file. The path is relative to the catalog folder.
  typealias Loader = (_ path: String, _ budget: TreeBudget) throws(CatalogStop) -> LoadedTree

  struct Field {
    let key: FileNode
    let value: FileNode
  }

  private(set) var trees: [DocumentTree]
  /// The paths relative to the catalog folder, the document first.
  private(set) var paths: [String]
  /// Whether a reference contains the file name of the document.
  private(set) var isReferredTo = false
  private var numbers: [String: Int32]
  private let scope: CatalogScope
  private let loader: Loader?
  private var refused: [String: YAMLProblem] = [:]
  private var budget: TreeBudget

  /// Creates a list that contains only the document.
  ///
  /// - Parameter path: The document's path, relative to the catalog folder.
  init(
    _ document: LoadedTree, path: String, budget: TreeBudget, scope: CatalogScope = .workspace,
    loader: Loader?
  ) {
    self.scope = scope
    trees = [document.tree]
    paths = [path]
    numbers = [path: 0]
    self.loader = loader
    self.budget = budget
    self.budget.spend(document)
  }

  var root: FileNode { fileNode(0, 0) }

  /// Returns the number of a referenced file, and reads the file if it is not in the list.
  ///
  /// - Parameter reference: The decoded path, relative to the file `from`.
  mutating func number(
    of reference: String, from: Int32
  ) throws(CatalogStop) -> Int32 {
    let path = try Self.path(reference, from: paths[Int(from)], in: scope)
    if let known = numbers[path] {
      isReferredTo = isReferredTo || known == 0
      return known
    }
    if let problem = refused[path] { throw .problem(problem) }
    do throws(CatalogStop) {
      guard let loader else {
        throw Self.refusal(
          "It refers to the file `\(path.prefix(200))`, but this document has no folder.",
          "Put the document and that file into a workspace's `catalogs` folder.")
      }
      let loaded = try loader(path, budget)
      budget.spend(loaded)
      let number = Int32(trees.count)
      trees.append(loaded.tree)
      paths.append(path)
      numbers[path] = number
      return number
    } catch {
      if case .problem(let problem) = error { refused[path] = problem }
      throw error
    }
  }

  /// Returns the path of a reference relative to the catalog folder. Throws if the path leaves the
  /// folder or is a URL.
  private static func path(
    _ reference: String, from: String, in scope: CatalogScope
  ) throws(CatalogStop) -> String {
    let head = reference.before("/").before("?")
    guard !head.contains(byte: ":"), !reference.begins(with: "//") else {
      throw refusal(
        "It is a URL, and Weir fetches nothing for a catalog.",
        "Save that document beside this one, and refer to it as ./NAME.")
    }
    guard !reference.begins(with: "/"), !reference.utf8.contains(0) else {
      throw refusal("It is an absolute path.", "Write it relative to this file.")
    }
    var segments = from.pieces(at: "/").dropLast().map(String.init)
    for segment in reference.pieces(at: "/") {
      switch segment {
      case "", ".": continue
      case "..":
        guard segments.popLast() != nil else {
          throw refusal(scope.refusal.why, scope.refusal.whatToDo)
        }
      default: segments.append(String(segment))
      }
    }
    return segments.joined(separator: "/")
  }

  private static func refusal(_ why: String, _ whatToDo: String) -> CatalogStop {
    .problem(
      YAMLProblem(YAMLPosition(file: "", line: 1, column: 1), why: why, whatToDo: whatToDo))
  }
}

extension CatalogFiles {
  func fileNode(_ file: Int32, _ node: Int) -> FileNode {
    FileNode(file: file, node: Int32(trees[Int(file)].resolved(node)))
  }

  func node(_ spot: FileNode) -> DocumentTree.Node {
    trees.withUnsafeBufferPointer { $0[Int(spot.file)].nodes[Int(spot.node)] }
  }

  func kind(_ spot: FileNode) -> DocumentTree.Node.Kind { node(spot).kind }
  func place(_ spot: FileNode) -> YAMLPosition { trees[Int(spot.file)].place(Int(spot.node)) }
  func string(_ spot: FileNode) -> String { trees[Int(spot.file)].string(Int(spot.node)) }

  func isScalar(_ spot: FileNode) -> Bool {
    switch kind(spot) {
    case .plain, .text, .null: true
    case .list, .mapping, .alias: false
    }
  }

  func `is`(_ spot: FileNode, _ word: StaticString) -> Bool {
    trees[Int(spot.file)].is(Int(spot.node), word)
  }

  /// Returns the items of a list, or an empty array for any other value.
  func items(_ spot: FileNode) -> [FileNode] {
    guard kind(spot) == .list else { return [] }
    return trees[Int(spot.file)].children(Int(spot.node)).map { self.fileNode(spot.file, $0) }
  }

  /// Returns the fields of a mapping, or an empty array for any other value. Only the first field
  /// with a repeated key is returned.
  func fields(_ spot: FileNode) -> [Field] {
    guard kind(spot) == .mapping else { return [] }
    var fields: [Field] = []
    fields.reserveCapacity(Int(node(spot).count) / 2)
    var key: Int?
    for child in trees[Int(spot.file)].children(Int(spot.node)) {
      if let last = key {
        fields.append(
          Field(key: self.fileNode(spot.file, last), value: self.fileNode(spot.file, child)))
        key = nil
      } else {
        key = child
      }
    }
    return fields
  }

  /// Returns the value of a key, or nil if the key is missing. A null value is returned as a node.
  func field(_ spot: FileNode, _ key: StaticString) -> FileNode? {
    trees.withUnsafeBufferPointer { trees in
      guard let first = trees.baseAddress, trees.indices.contains(Int(spot.file)) else {
        return nil
      }
      return DocumentTree.field(of: first + Int(spot.file), Int(spot.node), key).map {
        FileNode(file: spot.file, node: Int32($0))
      }
    }
  }

  func hasField(_ spot: FileNode, _ key: StaticString) -> Bool { field(spot, key) != nil }
}
