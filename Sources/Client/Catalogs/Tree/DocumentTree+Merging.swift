import ClientYAML

extension DocumentTree {
  /// Adds the fields of the merged mappings to each mapping with a `<<` key. A mapping's own fields
  /// take precedence.
  ///
  /// The resulting mapping is added at the end of the tree, and the original becomes an alias of
  /// it. The limit applies to the total number of values in the tree.
  ///
  /// - Parameter mappings: The mappings in the order in which they end, so that a mapping is
  ///   processed before those that merge it.
  /// - Source: The merge key of YAML 1.1, which most YAML parsers still support.
  mutating func merge(_ mappings: [Int], limit: Int) throws(YAMLProblem) {
    for mapping in mappings {
      var keys: Set<String> = []
      var fields: [(key: Int, value: Int)] = []
      var named: [Int] = []
      for (key, value) in pairs(mapping) {
        if isMerge(key) {
          let value = resolved(value)
          named += nodes[value].kind == .list ? Array(children(value)) : [value]
        } else {
          keys.insert(string(key))
          fields.append((key, value))
        }
      }
      for other in named.map(resolved) where nodes[other].kind == .mapping {
        for (key, value) in pairs(other) where keys.insert(string(key)).inserted {
          fields.append((key, value))
        }
      }
      try replace(mapping, by: fields, limit)
    }
    for index in nodes.indices where nodes[index].kind == .alias {
      nodes[index].start = UInt32(resolved(Int(nodes[index].start)))
    }
  }

  private mutating func replace(
    _ mapping: Int, by fields: [(key: Int, value: Int)], _ limit: Int
  ) throws(YAMLProblem) {
    let index = nodes.count
    let size = fields.count * 2 + 1
    guard index + size <= limit else {
      throw YAMLProblem(
        place(mapping),
        why: "With its merge keys expanded, it has more than \(limit) values.",
        whatToDo: "Use fewer merge keys.")
    }
    var joined = nodes[mapping]
    joined.count = UInt32(fields.count * 2)
    joined.end = UInt32(index + size)
    nodes.append(joined)
    for (key, value) in fields {
      var name = nodes[resolved(key)]
      name.end = UInt32(nodes.count + 1)
      nodes.append(name)
      var alias = nodes[value]
      alias.kind = .alias
      alias.start = UInt32(resolved(value))
      alias.count = 0
      alias.end = UInt32(nodes.count + 1)
      nodes.append(alias)
    }
    nodes[mapping].kind = .alias
    nodes[mapping].start = UInt32(index)
    nodes[mapping].count = 0
  }

  private func isMerge(_ key: Int) -> Bool { nodes[key].kind == .plain && self.is(key, "<<") }

  private func pairs(_ mapping: Int) -> [(key: Int, value: Int)] {
    var pairs: [(key: Int, value: Int)] = []
    var key: Int?
    for child in children(mapping) {
      if let last = key {
        pairs.append((last, child))
        key = nil
      } else {
        key = child
      }
    }
    return pairs
  }
}
