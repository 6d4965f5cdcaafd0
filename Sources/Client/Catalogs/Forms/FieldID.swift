/// Names one field of a form; stays the same while values come and go.
package struct FieldID: Hashable, Sendable {
  enum Root: Hashable, Sendable {
    /// The base address.
    case server
    case serverVariable(String)
    case parameter(Parameter.Place, String)
    /// A condition within the path; see `PathFilters`.
    case filter(String)
    /// The bare names within the path.
    case projections
    /// Which of several inputs is given: its place among the endpoint's rules.
    case choice(Int)
    case mediaType
    case body
    case security
    case credential(String, CredentialPart)
    /// A part of the draft for which the form has no field.
    case unmapped(UnmappedPart)
    /// The row behind which a section's optional fields are folded.
    case more(FormSection)
  }

  enum Step: Hashable, Sendable {
    case property(String)
    /// An element of a list, by a number that stays its own when others go.
    case item(Int)
    /// A member that the schema does not name.
    case member(Int)
    case alternative(Int)
    case more
  }

  let root: Root
  let steps: [Step]

  init(_ root: Root, _ steps: [Step] = []) {
    self.root = root
    self.steps = steps
  }

  func step(_ step: Step) -> FieldID { FieldID(root, steps + [step]) }

  /// True for the field itself and for everything below it.
  func isWithin(_ other: FieldID) -> Bool {
    root == other.root && steps.starts(with: other.steps)
  }

  /// True for a property of the body itself, whichever of its shapes has it.
  var isPart: Bool {
    guard root == .body, case .property = steps.last else { return false }
    return steps.dropLast().allSatisfy { if case .alternative = $0 { true } else { false } }
  }

  // MARK: The ids a caller may name by itself

  package static let server = FieldID(.server)
  package static let mediaType = FieldID(.mediaType)
  package static let body = FieldID(.body)
  package static let security = FieldID(.security)
  package static let projections = FieldID(.projections)

  package static func parameter(_ place: Parameter.Place, _ name: String) -> FieldID {
    FieldID(.parameter(place, name))
  }
  package static func filter(_ name: String) -> FieldID { FieldID(.filter(name)) }
  package static func serverVariable(_ name: String) -> FieldID { FieldID(.serverVariable(name)) }
  /// - Parameter index: Counts the endpoint's one-of rules from 0.
  package static func choice(_ index: Int) -> FieldID { FieldID(.choice(index)) }
  package static func credential(_ scheme: String, _ part: CredentialPart) -> FieldID {
    FieldID(.credential(scheme, part))
  }
  /// The property of an object.
  package func property(_ name: String) -> FieldID { step(.property(name)) }
  package func alternative(_ index: Int) -> FieldID { step(.alternative(index)) }
}

/// One of the texts that make up credentials.
package enum CredentialPart: Hashable, Sendable, CustomStringConvertible {
  case key
  /// A field of a scheme, by its name.
  case field(String)

  package var description: String {
    switch self {
    case .key: "key"
    case .field(let name): name
    }
  }
}

/// A part of a draft for which the form has no field.
package enum UnmappedPart: Hashable, Sendable {
  case method, address
  case query(Int)
  case header(Int)
  case filter(Int)
  case formField(Int)
  case part(Int)
  case body
}

/// The parts of a form, in their order on the screen.
package enum FormSection: Hashable, Sendable, CaseIterable {
  case server, security, path, query, header, cookie, body
  /// The parts of the draft for which the form has no field.
  case unmapped
}

extension FieldID: CustomStringConvertible {
  /// As messages and tests name it: `query.limit`, `body.tags[2]`.
  package var description: String {
    var text =
      switch root {
      case .server: "server"
      case .serverVariable(let name): "server.\(name)"
      case .parameter(let place, let name): "\(place.rawValue).\(name)"
      case .filter(let name): "filter.\(name)"
      case .projections: "projections"
      case .choice(let index): "choice[\(index)]"
      case .mediaType: "mediaType"
      case .body: "body"
      case .security: "security"
      case .credential(let scheme, let part): "security.\(scheme).\(part)"
      case .unmapped(let part): "unmapped.\(part)"
      case .more(let section): "more.\(section)"
      }
    for step in steps {
      switch step {
      case .property(let name): text += ".\(name)"
      case .item(let number): text += "[\(number)]"
      case .member(let number): text += "{\(number)}"
      case .alternative(let number): text += "|\(number)"
      case .more: text += ".more"
      }
    }
    return text
  }
}
