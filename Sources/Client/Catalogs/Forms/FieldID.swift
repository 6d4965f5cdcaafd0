/// The identifier of a field in a form. It does not change when values are added or removed.
package struct FieldID: Hashable, Sendable {
  enum Root: Hashable, Sendable {
    /// The base address.
    case server
    case serverVariable(String)
    case parameter(Parameter.Location, String)
    /// A path filter; see `PathFilters`.
    case filter(String)
    /// The field that selects path filter names without values.
    case projections
    /// The field that selects one of several inputs, with the index of the endpoint's one-of rule.
    case choice(Int)
    case mediaType
    case body
    case security
    case credential(String, CredentialPart)
    /// A part of the draft without a form field.
    case unmapped(UnmappedPart)
    /// The row that opens a section's optional fields.
    case more(FormSection)
  }

  enum Step: Hashable, Sendable {
    case property(String)
    /// An element of a list. Its number does not change when another element is removed.
    case item(Int)
    /// A member that is not in the schema.
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

  /// Returns whether this field is `other` or below it.
  func isWithin(_ other: FieldID) -> Bool {
    root == other.root && steps.starts(with: other.steps)
  }

  /// Whether the field is a direct property of the body, in any shape.
  var isPart: Bool {
    guard root == .body, case .property = steps.last else { return false }
    return steps.dropLast().allSatisfy { if case .alternative = $0 { true } else { false } }
  }

  // MARK: Ids that a caller may create

  package static let server = FieldID(.server)
  package static let mediaType = FieldID(.mediaType)
  package static let body = FieldID(.body)
  package static let security = FieldID(.security)
  package static let projections = FieldID(.projections)

  package static func parameter(_ place: Parameter.Location, _ name: String) -> FieldID {
    FieldID(.parameter(place, name))
  }
  package static func filter(_ name: String) -> FieldID { FieldID(.filter(name)) }
  package static func serverVariable(_ name: String) -> FieldID { FieldID(.serverVariable(name)) }
  /// Returns the id of the field that selects one of several inputs.
  ///
  /// - Parameter index: The index of the endpoint's one-of rule.
  package static func choice(_ index: Int) -> FieldID { FieldID(.choice(index)) }
  package static func credential(_ scheme: String, _ part: CredentialPart) -> FieldID {
    FieldID(.credential(scheme, part))
  }
  /// Returns the id of an object's property.
  package func property(_ name: String) -> FieldID { step(.property(name)) }
  package func alternative(_ index: Int) -> FieldID { step(.alternative(index)) }
}

/// One text of a credential.
package enum CredentialPart: Hashable, Sendable, CustomStringConvertible {
  case key
  /// A named field of a scheme.
  case field(String)

  package var description: String {
    switch self {
    case .key: "key"
    case .field(let name): name
    }
  }
}

/// A part of a draft without a form field.
package enum UnmappedPart: Hashable, Sendable {
  case method, address
  case query(Int)
  case header(Int)
  case filter(Int)
  case formField(Int)
  case part(Int)
  case body
}

/// The sections of a form in display order.
package enum FormSection: Hashable, Sendable, CaseIterable {
  case server, security, path, query, header, cookie, body
  /// The parts of the draft without a form field.
  case unmapped
}

extension FieldID: CustomStringConvertible {
  /// The name of the field in messages, such as `query.limit` or `body.tags[2]`.
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
