/// Text indexes and their documents.
struct HavenIndexes: Hashable, Sendable {
  private struct Document: Hashable {
    let reference: String
    let title: String
    let content: String
  }

  private struct Index: Hashable {
    let name: String
    let flavor: String
    var documents: [Document] = []
  }

  private var indexes: [Index] = []
  private var documentCount = 0

  /// The indexes in the format of List Resources.
  var resources: [MockJSON] {
    indexes.map {
      [
        "resource": .text($0.name), "type": "content", "flavor": .text($0.flavor),
        "description": .null, "display_name": .text($0.name),
      ]
    }
  }

  mutating func perform(_ app: String, _ input: HavenInput, texts: [String]) throws(HavenTrouble)
    -> MockJSON
  {
    switch app {
    case "createtextindex": return try create(input)
    case "addtotextindex": return try add(input, texts)
    case "querytextindex": return try query(input, texts.first ?? "")
    case "deletetextindex": return try delete(input)
    case "deletefromtextindex": return try remove(input)
    default:
      let index = indexes[try place(input)]
      return [
        "total_documents": .integer(index.documents.count),
        "total_index_size": .integer(index.documents.reduce(0) { $0 + $1.content.utf8.count }),
        "24hr_index_updates": .integer(index.documents.count), "component_count": 1,
      ]
    }
  }

  private func place(_ input: HavenInput) throws(HavenTrouble) -> Int {
    let name = input.text("index") ?? ""
    guard let place = indexes.firstIndex(where: { $0.name == name }) else {
      throw HavenTrouble(8002, "Invalid index name", detail: .text(name))
    }
    return place
  }

  private mutating func create(_ input: HavenInput) throws(HavenTrouble) -> MockJSON {
    let name = input.text("index") ?? ""
    if indexes.contains(where: { $0.name == name }) {
      throw HavenTrouble(8002, "Invalid index name", detail: "There is one of this name")
    }
    indexes.append(Index(name: name, flavor: input.text("flavor") ?? "explorer"))
    return ["index": .text(name), "message": "index created"]
  }

  private mutating func add(_ input: HavenInput, _ texts: [String]) throws(HavenTrouble) -> MockJSON
  {
    let place = try place(input)
    var documents: [Document] = texts.map { Document(reference: "", title: "", content: $0) }
    for item in input.json("json")?["document"]?.items ?? [] {
      documents.append(
        Document(
          reference: item["reference"]?.string ?? "", title: item["title"]?.string ?? "",
          content: item["content"]?.string ?? ""))
    }
    var references: [MockJSON] = []
    for document in documents {
      documentCount += 1
      let own = document.reference.isEmpty ? "document-\(documentCount)" : document.reference
      let reference = (input.text("reference_prefix") ?? "") + own
      if input.text("duplicate_mode") != "duplicate" {
        indexes[place].documents.removeAll { $0.reference == reference }
      }
      indexes[place].documents.append(
        Document(reference: reference, title: document.title, content: document.content))
      references.append(["id": .integer(documentCount), "reference": .text(reference)])
    }
    return ["index": .text(indexes[place].name), "references": .list(references)]
  }

  /// Returns documents that contain any word of the text, or all documents without a text or with
  /// `*`.
  private func query(_ input: HavenInput, _ text: String) throws(HavenTrouble) -> MockJSON {
    let names = input.texts("indexes")
    for name in names where !indexes.contains(where: { $0.name == name }) && name != "wiki_eng" {
      throw HavenTrouble(8002, "Invalid index name", detail: .text(name))
    }
    let words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber })
    var hits: [(weight: Int, json: MockJSON)] = []
    for index in indexes where names.isEmpty || names.contains(index.name) {
      for document in index.documents {
        let found = words.filter {
          document.content.lowercased().contains($0) || document.title.lowercased().contains($0)
        }
        guard !found.isEmpty || text == "*" || words.isEmpty else { continue }
        hits.append(
          (
            found.count,
            [
              "reference": .text(document.reference), "weight": .integer(60 + found.count),
              "links": .list(found.sorted().map { .text($0.uppercased()) }),
              "index": .text(index.name), "title": .text(document.title),
              "content": .text(document.content),
            ]
          ))
      }
    }
    let start = max(1, input.number("start") ?? 1)
    let page = max(1, input.number("max_page_results") ?? 6)
    let shown = hits.sorted { $0.weight > $1.weight }.dropFirst(start - 1).prefix(page)
    var members: [MockJSON.Member] = [.init(name: "documents", value: .list(shown.map(\.json)))]
    if input.isTrue("total_results") {
      members.append(.init(name: "totalhits", value: .integer(hits.count)))
    }
    return .object(members)
  }

  /// Deletes an index in two steps: the first call returns a token, which the second must contain.
  private mutating func delete(_ input: HavenInput) throws(HavenTrouble) -> MockJSON {
    let place = try place(input)
    let name = indexes[place].name
    let token = "confirm-\(name)"
    guard let given = input.text("confirm") else {
      return ["index": .text(name), "deleted": false, "confirm": .text(token)]
    }
    guard given == token else { throw HavenTrouble(5080, "Invalid confirm token") }
    indexes.remove(at: place)
    return ["index": .text(name), "deleted": true]
  }

  private mutating func remove(_ input: HavenInput) throws(HavenTrouble) -> MockJSON {
    let place = try place(input)
    let before = indexes[place].documents.count
    let references = Set(input.texts("index_reference"))
    let isAll = input.isTrue("delete_all_documents")
    indexes[place].documents.removeAll { isAll || references.contains($0.reference) }
    return [
      "index": .text(indexes[place].name),
      "documents_deleted": .integer(before - indexes[place].documents.count),
    ]
  }
}
