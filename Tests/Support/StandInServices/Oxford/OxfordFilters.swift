import ClientModel
import LoopbackHTTP

/// The filters of a request, read from a path segment or from a query.
struct OxfordFilters: Hashable, Sendable {
  private(set) var selections: [String: [String]] = [:]
  /// The requested parts of the response; empty for all.
  private(set) var projections: Set<String> = []

  /// The maximum number of filters that the service accepts.
  static let most = 20

  init() {}

  /// Reads version one's segment: conditions separated by `;`, values separated by `,`, and single
  /// names.
  ///
  /// The segment is split before escapes are decoded, so that an encoded separator is part of a
  /// value.
  ///
  /// - Parameters:
  ///   - selections: The names that have values.
  ///   - bare: The names without values.
  ///   - mostValues: The maximum number of values of one name.
  init(
    segment: some StringProtocol, selections known: Set<String>, projections bare: Set<String>,
    mostValues: Int = OxfordFilters.most
  ) throws(OxfordTrouble) {
    let conditions = segment.split(separator: ";", omittingEmptySubsequences: false)
    var count = 0
    for condition in conditions {
      let halves = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(halves[0]), !name.isEmpty else {
        throw .bad("A condition of '\(segment)' is empty.")
      }
      guard halves.count == 2 else {
        guard bare.contains(name) else {
          throw .bad(
            known.contains(name) ? "\(name) has no value." : "\(name) is not a filter here.")
        }
        guard projections.insert(name).inserted else { throw .bad("\(name) stands twice.") }
        count += 1
        continue
      }
      guard known.contains(name) else { throw .bad("\(name) takes no values here.") }
      guard selections[name] == nil else { throw .bad("\(name) stands twice.") }
      let values = halves[1].split(separator: ",", omittingEmptySubsequences: false)
      guard values.count <= mostValues else { throw .bad("\(name) has too many values.") }
      selections[name] = try values.map { (value) throws(OxfordTrouble) in
        guard let text = PercentEncoding.decode(value), !text.isEmpty else {
          throw .bad("\(name) has an empty value.")
        }
        return text
      }
      count += values.count
    }
    guard count <= Self.most else { throw .bad("There are more than \(Self.most) filters.") }
    try checkValues(.one)
  }

  /// Reads version two's query, with lists separated by commas.
  init(
    query values: [FormEntry], selections known: Set<String>, fields: Set<String>
  ) throws(OxfordTrouble) {
    var count = 0
    for value in values where known.contains(value.name) || value.name == "fields" {
      let words = (value.text ?? "").split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
      guard !words.contains("") else { throw .bad("\(value.name) has an empty value.") }
      count += words.count
      if value.name == "fields" {
        if let other = words.first(where: { !fields.contains($0) }) {
          throw .bad("\(other) is not a field here.")
        }
        projections = Set(words)
      } else {
        selections[value.name] = words
      }
    }
    guard count <= Self.most else { throw .bad("There are more than \(Self.most) filters.") }
    try checkValues(.two)
  }

  /// Returns whether a part of the response is requested.
  func wants(_ part: String) -> Bool { projections.isEmpty || projections.contains(part) }

  /// Returns whether one of the values is requested, or there is no filter of this name.
  func fits(_ name: String, _ values: [String]) -> Bool {
    guard let wanted = selections[name] else { return true }
    return wanted.contains(where: values.contains)
  }

  private func checkValues(_ version: OxfordVersion) throws(OxfordTrouble) {
    for (name, values) in selections {
      guard let known = Self.vocabulary(name, version) else { continue }
      for value in values where !known.contains(value) {
        let why = "\(value) is none of the \(name)."
        throw name == "domains" || name == "regions" ? .missing(why) : .bad(why)
      }
    }
  }

  private static func vocabulary(_ name: String, _ version: OxfordVersion) -> Set<String>? {
    let words: [String]
    switch name {
    case "domains": words = OxfordVocabulary.domains
    case "registers": words = OxfordVocabulary.registers
    case "regions": words = OxfordVocabulary.regions
    case "lexicalCategory", "lexicalCategories": words = OxfordVocabulary.lexicalCategories
    case "grammaticalFeatures": words = OxfordVocabulary.grammaticalFeatures
    default: return nil
    }
    return Set(version == .two ? words.map(OxfordVocabulary.inVersionTwo) : words)
  }
}
