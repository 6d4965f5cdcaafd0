import ClientModel
import ClientYAML

/// The resolved targets of `$ref`s.
struct References {
  struct Name: Hashable {
    let file: Int32
    let text: String
  }

  enum Named {
    case node(FileNode)
    case nothing(why: String, whatToDo: String)
  }

  /// The target of each mapping with a `$ref`, or nil for a broken reference.
  var targets: [FileNode: FileNode?] = [:]
  var named: [Name: Named] = [:]
  /// The fields by key of large mappings that are often searched, such as `components/schemas`.
  var indexed: [FileNode: [String: FileNode]] = [:]
  var anchors: [Int32: [String: FileNode]] = [:]
  /// The references that are being followed, to detect a reference that leads to itself.
  var following: Set<FileNode> = []
}

extension CatalogReader {
  /// Returns the value, or the final target if it is a `$ref`. Returns nil for a missing target,
  /// and reports it.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.23; RFC 6901.
  mutating func followed(_ spot: FileNode) throws(CatalogStop) -> FileNode? {
    guard let reference = reference(spot) else { return spot }
    if let found = references.targets[spot] { return found }
    guard references.following.count < 200, references.following.insert(spot).inserted else {
      report(
        reference, "A reference is left out.",
        "`\(files.string(reference).prefix(200))` leads back to itself.",
        "Correct the name.")
      return nil
    }
    defer { references.following.remove(spot) }
    var target = try resolve(reference)
    if let next = target { target = try followed(next) }
    references.targets[spot] = .some(target)
    return target
  }

  /// Follows every reference in the document and its files.
  mutating func followAll() throws(CatalogStop) {
    var file = 0
    while file < files.trees.count {
      for node in files.trees[file].nodes.indices {
        if node % 8192 == 0 { try pause() }
        guard files.trees[file].nodes[node].kind == .mapping else { continue }
        if let reference = reference(files.fileNode(Int32(file), node)) {
          _ = try resolve(reference)
        }
      }
      file += 1
    }
  }

  /// Returns the value of `$ref`, or nil if it is missing or not text.
  func reference(_ spot: FileNode) -> FileNode? {
    guard let reference = files.field(spot, "$ref") else { return nil }
    return files.kind(reference) == .text || files.kind(reference) == .plain ? reference : nil
  }

  /// Returns the direct target of a reference. Returns nil for a missing target, and reports it.
  ///
  /// - Parameter reference: The value of `$ref`.
  mutating func resolve(_ reference: FileNode) throws(CatalogStop) -> FileNode? {
    let text = files.string(reference)
    let name = References.Name(file: reference.file, text: text)
    let found: References.Named
    if let known = references.named[name] {
      found = known
    } else {
      found = try named(text, from: reference.file)
      references.named[name] = found
    }
    switch found {
    case .node(let spot): return spot
    case .nothing(let why, let whatToDo):
      report(reference, "`\(text.prefix(200))` is left out.", why, whatToDo)
      return nil
    }
  }

  private static func decoded(_ text: Substring) -> String {
    String(decoding: PercentEncoding.decodeEscapes(in: Array(text.utf8)), as: UTF8.self)
  }

  private mutating func named(
    _ text: String, from: Int32
  ) throws(CatalogStop) -> References.Named {
    let fragment = Self.decoded(text.cut(at: "#")?.after ?? "")
    var file = from
    let path = text.before("#")
    if !path.isEmpty {
      do throws(CatalogStop) {
        file = try files.number(of: Self.decoded(path), from: from)
      } catch {
        guard case .problem(let problem) = error else { throw error }
        let place = problem.place.file.isEmpty ? "" : " (\(problem.place))"
        return .nothing(why: problem.why + place, whatToDo: problem.whatToDo)
      }
    }
    if fragment.isEmpty { return .node(files.fileNode(file, 0)) }
    let spot =
      fragment.begins(with: "/") ? try walk(fragment, in: file) : anchor(fragment, in: file)
    if let spot { return .node(spot) }
    return .nothing(
      why: "Its target does not exist.",
      whatToDo: "Check its spelling: each part after `#/` is a key of the document.")
  }

  /// Returns the value at a JSON Pointer, and follows references on its path. Returns nil if there
  /// is no value.
  private mutating func walk(_ pointer: String, in file: Int32) throws(CatalogStop) -> FileNode? {
    var spot = files.fileNode(file, 0)
    for token in pointer.pieces(at: "/").dropFirst() {
      let key = token.replacing(bytes: "~1", with: "/").replacing(bytes: "~0", with: "~")
      if files.kind(spot) == .list {
        let items = files.items(spot)
        guard let index = Int(key), items.indices.contains(index) else { return nil }
        spot = items[index]
        continue
      }
      var next = field(spot, named: key)
      if next == nil, reference(spot) != nil, let target = try followed(spot) {
        next = field(target, named: key)
      }
      guard let next else { return nil }
      spot = next
    }
    return spot
  }

  private mutating func field(_ spot: FileNode, named key: String) -> FileNode? {
    guard files.kind(spot) == .mapping else { return nil }
    if let index = references.indexed[spot] { return index[key] }
    let fields = files.fields(spot)
    guard fields.count > 16 else {
      return fields.first { files.string($0.key) == key }?.value
    }
    let index = Dictionary(
      fields.map { (files.string($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    references.indexed[spot] = index
    return index[key]
  }

  /// Returns the schema with this `$anchor`, or nil if the file has no such schema.
  private mutating func anchor(_ name: String, in file: Int32) -> FileNode? {
    if let known = references.anchors[file] { return known[name] }
    var anchors: [String: FileNode] = [:]
    let tree = files.trees[Int(file)]
    for node in tree.nodes.indices where tree.nodes[node].kind == .mapping {
      let spot = files.fileNode(file, node)
      if let anchor = files.field(spot, "$anchor") ?? files.field(spot, "$dynamicAnchor") {
        anchors[files.string(anchor)] = spot
      }
    }
    references.anchors[file] = anchors
    return anchors[name]
  }
}
