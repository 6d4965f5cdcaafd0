import ReadingValues

extension RenderedView {
  /// Things that a text names, by their type: how often, how sure, and what else is known of them.
  ///
  /// - Source: the responses of Haven OnDemand's `extractentities`.
  static func entities(_ value: ViewValue) -> RenderedView? {
    guard let found = value["entities"].list, found.allSatisfy(\.isObject) else { return nil }
    var types: [String] = []
    var byType: [String: Entities] = [:]
    for json in found {
      let type = json["type"].word ?? "of no type"
      if byType[type] == nil { types.append(type) }
      byType[type, default: Entities()].add(json)
    }
    var rows = ViewRows()
    for type in types {
      let entities = byType[type]?.all ?? []
      rows.part()
      rows.add(Piece(type, .heading), Piece("  \(entities.count)", .dim))
      for entity in entities {
        var pieces = [Piece(entity.name, .strong)]
        if entity.count > 1 { pieces.append(Piece("  \(entity.count) times", .number)) }
        if let score = entity.score { pieces.append(Piece("  score \(shown(score))", .dim)) }
        rows.add(.prose(indent: 1, pieces))
        if !entity.more.isEmpty { rows.add(indent: 2, Piece(entity.more, .dim)) }
        for link in entity.links { rows.add(indent: 2, Piece(link, .link)) }
      }
    }
    if found.isEmpty { rows.add(Piece("The text names nothing of these types.", .dim)) }
    return RenderedView(.entities, rows: rows)
  }

  /// The things of one type, in the order they are first named.
  private struct Entities {
    private(set) var all: [Entity] = []
    private var places: [String: Int] = [:]

    mutating func add(_ json: ViewValue) {
      let name = json["normalized_text"].word ?? json["original_text"].word ?? "without a name"
      guard let place = places[name] else {
        places[name] = all.count
        return all.append(Entity(name, json))
      }
      all[place].count += Entity.count(in: json)
      all[place].score = [all[place].score, json["score"].amount].compactMap(\.self).max()
    }
  }

  /// One thing, however often it is named.
  private struct Entity {
    let name: String
    var count: Int
    var score: Double?
    let more: String
    let links: [String]

    init(_ name: String, _ json: ViewValue) {
      self.name = name
      count = Self.count(in: json)
      score = json["score"].amount
      let facts = json["additional_information"]
      more = Self.words(for: facts).joined(separator: " · ")
      links = ["wikipedia_eng", "image"].flatMap { facts[$0].labels }
    }

    static func count(in json: ViewValue) -> Int {
      Int(min(1e9, max(1, json["count"].amount ?? 1)))
    }

    private static func words(for facts: ViewValue) -> [String] {
      var words = facts["person_profession"].labels
      let plain = [
        ("person_date_of_birth", "born "), ("person_date_of_death", "died "),
        ("place_region2", ""), ("place_region1", ""), ("place_country_code", ""),
        ("place_population", "population "), ("place_elevation", "elevation "),
      ]
      words += plain.compactMap { key, word in facts[key].word.map { word + $0 } }
      if let latitude = facts["lat"].word, let longitude = facts["lon"].word {
        words.append("at \(latitude), \(longitude)")
      }
      let shown = Set(
        plain.map(\.0) + ["person_profession", "lat", "lon", "wikipedia_eng", "image"])
      for key in facts.keys where !shown.contains(key) {
        let values = facts[key].labels
        if !values.isEmpty, words.count < 12 {
          words.append("\(key) \(values.joined(separator: ", "))")
        }
      }
      return words
    }
  }
}
