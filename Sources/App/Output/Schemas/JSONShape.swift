/// The shape of a value in a JSON output. The JSON Schemas and the tables of the manual are
/// generated from shapes.
indirect enum JSONShape: Sendable {
  case text
  /// A string from this list.
  case word([String])
  case integer
  case number
  case flag
  /// A time in milliseconds since 1970-01-01 UTC.
  case time
  case anything
  case list(JSONShape)
  /// An object whose names are data, such as the columns of a file or the states of jobs.
  case map(JSONShape)
  case object(JSONObjectShape)
  case oneOf([JSONObjectShape])

  /// A short description for a table.
  var words: String {
    switch self {
    case .text: "text"
    case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .integer, .number: "number"
    case .flag: "`true` or `false`"
    case .time: "time"
    case .anything: "any"
    case .list(let element): "array of \(element.words)"
    case .map(let value): "object of \(value.words)"
    case .object(let object): "`\(object.name)`"
    case .oneOf(let objects): objects.map { "`\($0.name)`" }.joined(separator: " or ")
    }
  }
}

/// An object with known fields.
struct JSONObjectShape: Sendable {
  /// The object's name among the definitions of a schema.
  let name: String
  let meaning: String
  let fields: [JSONField]

  init(_ name: String, _ meaning: String, _ fields: [JSONField]) {
    self.name = name
    self.meaning = meaning
    self.fields = fields
  }

  /// This object and all objects inside it.
  var all: [JSONObjectShape] { [self] + fields.flatMap { $0.shape.objects } }
}

extension JSONShape {
  /// The objects in the shape.
  var objects: [JSONObjectShape] {
    switch self {
    case .text, .word, .integer, .number, .flag, .time, .anything: []
    case .list(let shape), .map(let shape): shape.objects
    case .object(let object): object.all
    case .oneOf(let objects): objects.flatMap(\.all)
    }
  }
}

struct JSONField: Sendable {
  enum Presence: Sendable {
    case always
    case sometimes
  }

  let name: String
  let shape: JSONShape
  let presence: Presence
  let meaning: String

  static func always(_ name: String, _ shape: JSONShape, _ meaning: String) -> JSONField {
    JSONField(name: name, shape: shape, presence: .always, meaning: meaning)
  }

  static func sometimes(_ name: String, _ shape: JSONShape, _ meaning: String) -> JSONField {
    JSONField(name: name, shape: shape, presence: .sometimes, meaning: meaning)
  }
}
