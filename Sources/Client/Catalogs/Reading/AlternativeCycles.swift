/// A graph of schemas that are choices between alternatives. An edge leads from a choice to an
/// alternative that is itself a choice.
///
/// Following an edge does not consume any part of a value, so recursion along the edges must end.
/// `settle` therefore removes cycles and limits the height.
struct AlternativeCycles {
  /// The maximum number of consecutive choices.
  static let heightLimit = 50

  private(set) var schemas: SchemaTable
  /// The schemas in cycles.
  private(set) var rings: [SchemaID] = []
  /// The schemas with more than `heightLimit` nested choices.
  private(set) var towers: [SchemaID] = []
  private var numbers: [SchemaID: Int] = [:]
  /// The smallest number that is reachable from each schema.
  private var lowest: [SchemaID: Int] = [:]
  private var heights: [SchemaID: Int] = [:]
  /// The numbered schemas that are not yet assigned to a strongly connected component.
  private var pending: [SchemaID] = []
  private var isPending: Set<SchemaID> = []

  init(_ schemas: SchemaTable) { self.schemas = schemas }

  /// Processes all schemas that are reachable from a schema. The function is iterative, because the
  /// depth is that of an untrusted document.
  ///
  /// - Source: Tarjan, "Depth-first search and linear graph algorithms" (1972).
  mutating func settle(from root: SchemaID) {
    guard numbers[root] == nil else { return }
    var path = [(id: root, rest: alternatives(of: root)[...])]
    number(root)
    while let top = path.last {
      if let next = top.rest.first {
        path[path.count - 1].rest.removeFirst()
        guard isChoice(next) else { continue }
        if numbers[next] == nil {
          number(next)
          path.append((next, alternatives(of: next)[...]))
        } else if isPending.contains(next) {
          lower(top.id, to: numbers[next])
        }
        continue
      }
      path.removeLast()
      if let outer = path.last { lower(outer.id, to: lowest[top.id]) }
      if lowest[top.id] == numbers[top.id] { settleRing(endingAt: top.id) }
    }
  }

  private mutating func number(_ id: SchemaID) {
    lowest[id] = numbers.count
    numbers[id] = numbers.count
    pending.append(id)
    isPending.insert(id)
  }

  private mutating func lower(_ id: SchemaID, to number: Int?) {
    if let number, let old = lowest[id], number < old { lowest[id] = number }
  }

  private func alternatives(of id: SchemaID) -> [SchemaID] {
    if case .oneOf(let ids) = schemas[id].kind { ids } else { [] }
  }

  private func isChoice(_ id: SchemaID) -> Bool {
    if case .oneOf = schemas[id].kind { true } else { false }
  }

  private mutating func settleRing(endingAt last: SchemaID) {
    var members: [SchemaID] = []
    while let member = pending.popLast() {
      isPending.remove(member)
      members.append(member)
      if member == last { break }
    }
    if members.count > 1 || alternatives(of: last).contains(last) { leaveRing(members.reversed()) }
    for member in members {
      let height = 1 + (alternatives(of: member).map { heights[$0] ?? 0 }.max() ?? 0)
      heights[member] = height
      guard height > Self.heightLimit else { continue }
      towers.append(member)
      heights[member] = 0
      schemas[member].kind = .any
      schemas[member].discriminator = nil
    }
  }

  /// Replaces the alternatives of each schema in a cycle with all alternatives of the cycle that
  /// lead out of it.
  private mutating func leaveRing(_ members: [SchemaID]) {
    var seen = Set(members)
    var exits: [SchemaID] = []
    var words: [String: [SchemaID: String]] = [:]
    for member in members {
      exits += alternatives(of: member).filter { seen.insert($0).inserted }
      guard let tags = schemas[member].discriminator else { continue }
      words[tags.property, default: [:]].merge(tags.words) { first, _ in first }
    }
    for member in members {
      rings.append(member)
      schemas[member].kind = exits.isEmpty ? .any : .oneOf(exits)
      schemas[member].discriminator = schemas[member].discriminator.map {
        Schema.Discriminator(property: $0.property, words: words[$0.property] ?? [:])
      }
    }
  }
}

extension CatalogReader {
  /// Removes alternatives that lead back to their own choice. Must be called exactly once, after
  /// all schemas have been read.
  mutating func settleAlternatives() throws(CatalogStop) {
    var graph = AlternativeCycles(schemas)
    for (count, choice) in choices.enumerated() {
      if count % 1024 == 0 { try pause() }
      graph.settle(from: choice.id)
    }
    schemas = graph.schemas
    guard !graph.rings.isEmpty || !graph.towers.isEmpty else { return }
    let spots = Dictionary(choices.map { ($0.id, $0.spot) }) { first, _ in first }
    for spot in graph.rings.compactMap({ spots[$0] }) {
      report(
        spot, "A recursive alternative of a schema is left out.",
        "Its `oneOf` or `anyOf` leads back to itself.",
        "To nest it, refer to it under `properties` or `items`.")
    }
    for spot in graph.towers.compactMap({ spots[$0] }) {
      report(
        spot, "A schema is treated as unconstrained.",
        "More than \(AlternativeCycles.heightLimit) levels of `oneOf` and `anyOf` are nested.",
        "List the alternatives in fewer levels.")
    }
  }

  /// Returns whether the merged schemas already include one of the alternatives, which is then the
  /// chosen one. An example is `Dog` with `allOf: [Pet, …]`, in which `Pet` is a choice between
  /// `Dog` and `Cat`.
  ///
  /// - Parameter owner: The schema with the alternatives, which cannot be its own alternative.
  mutating func isChosen(
    _ alternatives: [FileNode], in parts: [SchemaPart], owner: FileNode
  ) throws(CatalogStop) -> Bool {
    joiningLeft -= alternatives.count
    var joined = Set(parts.map(\.node))
    joined.remove(owner)
    guard !joined.isEmpty else { return false }
    for alternative in alternatives {
      var spot = alternative
      var steps = 0
      while !joined.contains(spot), steps < 200, let reference = reference(spot),
        let next = try resolve(reference)
      {
        steps += 1
        spot = next
      }
      if joined.contains(spot) { return true }
    }
    return false
  }
}
