/// One app of Haven OnDemand, with its versions, inputs and response.
///
/// - Source: the tables of the service's public client libraries.
struct HavenApp: Sendable {
  enum Kind: Hashable, Sendable {
    case text, integer, number, boolean, json, file, entityType
    case choice([String])
  }

  enum Need: Hashable, Sendable { case optional, needed }
  /// The number of values that one name may have.
  enum Count: Hashable, Sendable { case one, many }
  enum Versions: Hashable, Sendable { case first, both }
  enum Mode: Hashable, Sendable { case either, jobOnly, jobOnlyInVersionTwo }
  /// The size of a source input: a single value, or also a list.
  enum Bulk: Hashable, Sendable { case single, several }

  struct Input: Hashable, Sendable {
    let name: String
    let kind: Kind
    let count: Count
    let need: Need
  }

  /// The source inputs of an app. A request gives exactly one of them.
  enum Sources: Hashable, Sendable {
    case any, media

    var names: [String] {
      switch self {
      case .any: ["text", "file", "reference", "url"]
      case .media: ["file", "reference", "url"]
      }
    }
  }

  /// A member of the response, for apps whose work is not simulated.
  enum Member: Hashable, Sendable {
    case text(String)
    case number(String)
    case boolean(String)
    case list(String)
    case object(String)
  }

  let name: String
  let versions: Versions
  let mode: Mode
  let inputs: [Input]
  /// Sets of input names, the set of the sources first. A request gives exactly one input of each
  /// set.
  let exactlyOne: [[String]]
  let response: [Member]

  init(
    _ name: String, sources: Sources? = nil, or other: String? = nil, bulk: Bulk = .single,
    versions: Versions = .first, mode: Mode = .either, exactlyOne: [[String]] = [],
    _ inputs: [Input] = [], response: [Member]
  ) {
    self.name = name
    self.versions = versions
    self.mode = mode
    let known = Set(inputs.map(\.name))
    let names = sources?.names ?? []
    self.inputs =
      names.filter { !known.contains($0) }.map {
        Input(
          name: $0, kind: $0 == "file" ? .file : .text, count: bulk == .several ? .many : .one,
          need: .optional)
      } + inputs
    self.exactlyOne = (names.isEmpty ? [] : [names + (other.map { [$0] } ?? [])]) + exactlyOne
    self.response = response
  }

  func input(_ name: String) -> Input? { inputs.first { $0.name == name } }

  func hasVersion(_ version: String) -> Bool {
    version == "v1" || version == "v2" && versions == .both
  }

  func isJobOnly(_ version: String) -> Bool {
    switch mode {
    case .either: false
    case .jobOnly: true
    case .jobOnlyInVersionTwo: version == "v2"
    }
  }
}

extension HavenApp.Input {
  typealias Need = HavenApp.Need

  static func text(_ name: String, _ need: Need = .optional) -> Self {
    Self(name: name, kind: .text, count: .one, need: need)
  }
  static func integer(_ name: String, _ need: Need = .optional) -> Self {
    Self(name: name, kind: .integer, count: .one, need: need)
  }
  static func number(_ name: String, _ need: Need = .optional) -> Self {
    Self(name: name, kind: .number, count: .one, need: need)
  }
  static func boolean(_ name: String, _ need: Need = .optional) -> Self {
    Self(name: name, kind: .boolean, count: .one, need: need)
  }
  static func json(_ name: String, _ need: Need = .optional) -> Self {
    Self(name: name, kind: .json, count: .one, need: need)
  }
  static func choice(_ name: String, _ choices: [String], _ need: Need = .optional) -> Self {
    Self(name: name, kind: .choice(choices), count: .one, need: need)
  }
  static func list(_ name: String, of kind: HavenApp.Kind = .text, _ need: Need = .optional)
    -> Self
  {
    Self(name: name, kind: kind, count: .many, need: need)
  }
}

/// The apps of the service.
enum HavenApps {
  static let all: [HavenApp] = documents + knowledge + text
  static let byName: [String: HavenApp] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The types that Entity Extraction searches for. The service knows more types than are
  /// documented.
  static let entityTypes: Set<String> = [
    "people_eng", "places_eng", "companies_eng", "organizations_eng", "universities_eng",
    "films_eng", "languages_eng", "holidays_eng", "professions_eng", "drugs_eng", "teams_eng",
    "date_eng", "internet", "internet_email", "address_gb", "address_us", "number_phone_gb",
    "number_phone_us", "number_cc", "pii",
  ]
}
