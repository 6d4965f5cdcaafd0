import ClientCatalogs
import ClientModel

/// A row of the browser that has child rows.
package enum CatalogNode: Hashable, Sendable {
  case catalog(String)
  case group(String, of: String)
  case problems(of: String)
  /// The catalogs that are part of Weir.
  case bundled
}

extension CatalogNode {
  /// The node as a line of text. The parts are separated by tabs, because a name of a catalog
  /// cannot contain one.
  package var line: String {
    switch self {
    case .catalog(let name): "catalog\t\(name)"
    case .group(let group, let catalog): "group\t\(catalog)\t\(group)"
    case .problems(let catalog): "problems\t\(catalog)"
    case .bundled: "bundled"
    }
  }

  /// Reads a line. Returns nil if it describes no node.
  package init?(line: String) {
    let parts = line.pieces(at: "\t", maxSplits: 2).map(String.init)
    switch (parts.first, parts.count) {
    case ("catalog", 2): self = .catalog(parts[1])
    case ("group", 3): self = .group(parts[2], of: parts[1])
    case ("problems", 2): self = .problems(of: parts[1])
    case ("bundled", 1): self = .bundled
    default: return nil
    }
  }
}

/// The rows of the browser. They are a tree of catalogs, groups and endpoints, or the matches of a
/// filter.
extension CatalogsModel {
  /// The maximum number of endpoints in a catalog whose groups are expanded at first.
  private static let fewEndpoints = 40
  /// The maximum number of filter results. For more results, typing another letter is faster than
  /// scrolling.
  private static let mostHits = 1000
  /// The maximum length of a summary that is searched and shown, in characters.
  private static let longestSummary = 200

  func makeRows(_ filter: String) -> [ListRow] {
    guard filter.isEmpty else { return found(filter) }
    let own = documents.filter { $0.source.origin != .bundled }
    let bundled = documents.filter { $0.source.origin == .bundled }
    // The many bundled catalogs share one row, so that catalogs of the workspace are easy to find.
    guard !own.isEmpty, bundled.count > 1 else {
      return documents.flatMap { rows(of: $0, depth: 0) }
    }
    let fold = fold(.bundled, isOpenAtFirst: false)
    let row = ListRow(
      value: .catalog(.bundled, fold), title: "\(mark(fold))Services that come with Weir",
      detail: "\(bundled.count) catalogs")
    return own.flatMap { rows(of: $0, depth: 0) } + [row]
      + (fold == .open ? bundled.flatMap { rows(of: $0, depth: 1) } : [])
  }

  // MARK: The tree

  /// Returns the row of a catalog and its child rows.
  private func rows(of document: Document, depth: Int) -> [ListRow] {
    let row = row(of: document, depth: depth)
    guard row.fold == .open, let catalog = document.catalog else { return [row] }
    return [row] + tree(of: catalog, depth: depth + 1)
  }

  private func row(of document: Document, depth: Int = 0) -> ListRow {
    let indent = indent(depth)
    let node = CatalogNode.catalog(document.source.name)
    guard let catalog = document.catalog else {
      let isRefused = if case .refused = document.loadState { true } else { false }
      return ListRow(
        value: .catalog(node, nil),
        title: indent + (isRefused ? "! " : mark(.closed)) + document.source.name,
        detail: words(for: document))
    }
    let fold = fold(node, isOpenAtFirst: document.source.origin != .bundled)
    let count = catalog.groups.reduce(0) { $0 + $1.endpoints.count }
    var title = [catalog.name]
    if !catalog.title.isEmpty, catalog.title != catalog.name { title.append(catalog.title) }
    if !catalog.version.isEmpty { title.append(catalog.version) }
    let standing = words(for: document)
    let size = count == 1 ? "1 endpoint" : "\(count) endpoints"
    return ListRow(
      value: .catalog(node, fold), title: indent + mark(fold) + title.joined(separator: "  "),
      detail: standing.isEmpty ? size : standing)
  }

  /// Returns the loading state of a document as text. Returns an empty string if the document is
  /// open, or if it waits to be read again and its catalog is in use.
  private func words(for document: Document) -> String {
    switch document.loadState {
    case .open: return ""
    case .closed, .waiting: return document.catalog == nil ? "not opened yet" : ""
    case .opening(let progress):
      guard let progress, progress.total > 0 else { return "opening…" }
      return "opening… \(progress.done.bytes * 100 / progress.total.bytes)%"
    case .refused: return "cannot be opened: choose it to see why"
    case .stopped: return "not opened: choose it to open it"
    }
  }

  private func tree(of catalog: Catalog, depth: Int) -> [ListRow] {
    let count = catalog.groups.reduce(0) { $0 + $1.endpoints.count }
    var rows = problemRows(catalog, depth: depth)
    let groups = groups(of: catalog, count)
    for group in groups {
      if groups.count == 1, group.name.isEmpty {
        rows += group.endpoints.map { row(of: $0, in: catalog, depth: depth) }
        continue
      }
      let node = CatalogNode.group(group.name, of: catalog.name)
      let fold = fold(node, isOpenAtFirst: count <= Self.fewEndpoints)
      let name = group.name.isEmpty ? "other" : group.name
      let size = group.endpoints.count == 1 ? "1 endpoint" : "\(group.endpoints.count) endpoints"
      let summary = Self.line(group.summary)
      rows.append(
        ListRow(
          value: .catalog(node, fold), title: "\(indent(depth))\(mark(fold))\(name)",
          detail: fold == .open ? summary : summary.isEmpty ? size : "\(summary) · \(size)"))
      if fold == .open {
        rows += group.endpoints.map { row(of: $0, in: catalog, depth: depth + 1) }
      }
    }
    return rows
  }

  /// Returns the groups of the document. If a long document has no tags, groups the endpoints by
  /// the first path segment that differs between endpoints.
  private func groups(of catalog: Catalog, _ count: Int) -> [EndpointGroup] {
    guard catalog.groups.count == 1, let only = catalog.groups.first, only.name.isEmpty,
      count > Self.fewEndpoints
    else { return catalog.groups }
    let paths = only.endpoints.map { $0.path.words(at: "/") }
    var common = paths.first ?? []
    for path in paths {
      common = zip(common, path.dropLast()).prefix { $0 == $1 }.map(\.0)
    }
    let names = paths.map { "/" + $0.prefix(common.count + 1).joined(separator: "/") }
    let members = Dictionary(grouping: only.endpoints.indices) { names[$0] }
    return members.sorted { $0.value[0] < $1.value[0] }.map { name, members in
      EndpointGroup(name: name, summary: "", endpoints: members.map { only.endpoints[$0] })
    }
  }

  private func problemRows(_ catalog: Catalog, depth: Int) -> [ListRow] {
    guard !catalog.problems.isEmpty else { return [] }
    let node = CatalogNode.problems(of: catalog.name)
    let fold = fold(node, isOpenAtFirst: false)
    let count = catalog.problems.count
    let row = ListRow(
      value: .catalog(node, fold),
      title: "\(indent(depth))\(mark(fold))\(count == 1 ? "1 problem" : "\(count) problems")",
      detail: "parts of the document that cannot be used")
    guard fold == .open else { return [row] }
    return [row]
      + catalog.problems.map {
        ListRow(
          value: .init($0), title: "\(indent(depth + 1))\($0.what)", detail: $0.place)
      }
  }

  private func row(of endpoint: Endpoint, in catalog: Catalog, depth: Int) -> ListRow {
    Self.row(
      of: endpoint, in: catalog.name, indent: indent(depth),
      detail: Self.detail(of: endpoint))
  }

  private static func row(
    of endpoint: Endpoint, in catalog: String, indent: String, detail: String
  ) -> ListRow {
    let method = endpoint.method.rawValue
    let isNameless = endpoint.id.begins(with: "\(method) /")
    var row = ListRow(
      value: .endpoint(EndpointName(catalog: catalog, endpoint: endpoint.id)),
      title: "\(indent)\(method) \(isNameless ? endpoint.path : endpoint.id)", detail: detail)
    row.cells = [
      ListCell(indent + method, .method), ListCell(isNameless ? "" : endpoint.id),
      ListCell(endpoint.path, .address), ListCell(detail, .faint),
    ]
    return row
  }

  private func fold(_ node: CatalogNode, isOpenAtFirst: Bool) -> ListRow.Fold {
    toggled.contains(node) == isOpenAtFirst ? .closed : .open
  }

  private func mark(_ fold: ListRow.Fold) -> String { fold == .open ? "▾ " : "▸ " }
  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  // MARK: Finding

  /// Returns the endpoints that match all words of a filter. A word can match the endpoint's name,
  /// path or summary, or the catalog's name or title. For an unread catalog, returns its row if the
  /// name matches.
  private func found(_ filter: String) -> [ListRow] {
    let words = filter.words(at: " ").map(String.init)
    var hits: [(catalog: String, endpoint: Endpoint, isOwn: Bool, score: Int)] = []
    var closed: [ListRow] = []
    for document in documents {
      let titles = [document.source.name, document.catalog?.title ?? ""].map { $0.lowercased() }
      let isNamed = words.map { word in
        titles.contains { $0.contains(bytes: word.lowercased()) }
      }
      guard let catalog = document.catalog else {
        if isNamed.allSatisfy(\.self) { closed.append(row(of: document)) }
        continue
      }
      for endpoint in catalog.groups.lazy.flatMap(\.endpoints) {
        guard let score = Self.score(endpoint, words, isNamed) else { continue }
        hits.append((catalog.name, endpoint, document.source.origin != .bundled, score))
      }
    }
    // Endpoints of the workspace precede endpoints of bundled catalogs.
    let best = hits.enumerated().sorted {
      ($0.element.isOwn ? 1 : 0, $0.element.score, -$0.offset)
        > ($1.element.isOwn ? 1 : 0, $1.element.score, -$1.offset)
    }
    return best.prefix(Self.mostHits).map { Self.row(of: $1.endpoint, foundIn: $1.catalog) }
      + closed
  }

  /// Returns the score of an endpoint. Returns nil if a word does not match.
  ///
  /// - Parameter isNamed: For each word, whether it is part of the name or title of the catalog.
  private static func score(
    _ endpoint: Endpoint, _ words: [String], _ isNamed: [Bool]
  ) -> Int? {
    var total = 0
    for (word, isNamed) in zip(words, isNamed) {
      let scores = [
        FuzzyMatch.score(endpoint.id, word),
        FuzzyMatch.score(endpoint.path, word).map { $0 - 10 },
        FuzzyMatch.score(line(endpoint.summary), word).map { $0 - 20 },
        isNamed ? 0 : nil,
      ]
      guard let best = scores.compactMap(\.self).max() else { return nil }
      total += best
    }
    return total
  }

  /// Returns the row of a match. The summary gets the remaining width, because it is more useful
  /// than the path.
  private static func row(of endpoint: Endpoint, foundIn catalog: String) -> ListRow {
    let detail = detail(of: endpoint)
    var row = row(
      of: endpoint, in: catalog, indent: "",
      detail: detail.isEmpty ? catalog : "\(catalog) · \(detail)")
    let isNameless = endpoint.id.begins(with: "\(endpoint.method.rawValue) /")
    row.cells = [
      ListCell(endpoint.method.rawValue, .method),
      ListCell(isNameless ? endpoint.path : endpoint.id), ListCell(row.detail, .line),
    ]
    return row
  }

  // MARK: Texts

  private static func detail(of endpoint: Endpoint) -> String {
    let summary = line(endpoint.summary)
    guard endpoint.isDeprecated else { return summary }
    return summary.isEmpty ? "deprecated" : "deprecated · \(summary)"
  }

  /// Returns the first line of a document text, truncated to `longestSummary`.
  static func line(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    return String(line.prefix(longestSummary))
  }
}
