extension SchemaTable: CompiledValue {
  static let blank = SchemaTable()

  func coded(by coder: inout some CompiledCoder) -> SchemaTable {
    coder.schemaCount = coder.count(count)
    let table = SchemaTable(schemas: coder.code(schemas))
    return table.count == coder.schemaCount ? table : coder.damaged(table)
  }
}

extension SchemaID: CompiledValue {
  static let blank = SchemaID(index: 0)

  func coded(by coder: inout some CompiledCoder) -> SchemaID {
    let number = coder.code(Int(index))
    return (0..<coder.schemaCount).contains(number)
      ? SchemaID(index: Int32(number)) : coder.damaged(self)
  }
}

extension Schema: CompiledValue {
  static let blank = Schema(.any)

  func coded(by coder: inout some CompiledCoder) -> Schema {
    var schema = Schema(coder.code(kind))
    schema.title = coder.code(title)
    schema.summary = coder.code(summary)
    schema.format = coder.code(format)
    schema.choices = coder.code(choices)
    schema.defaultValue = coder.code(defaultValue)
    schema.example = coder.code(example)
    schema.bounds = coder.flag(bounds != Bounds()) ? coder.code(bounds) : Bounds()
    schema.discriminator = coder.code(discriminator)
    schema.isDeprecated = coder.code(isDeprecated)
    schema.isNullable = coder.code(isNullable)
    schema.isReadOnly = coder.code(isReadOnly)
    return schema
  }
}

extension Schema.Kind: CompiledValue {
  static let blank = Self.any

  func coded(by coder: inout some CompiledCoder) -> Self {
    var number: UInt8 = 0
    var properties: [Schema.Property] = []
    /// The item schema of a list, the additional properties of an object, or the alternatives.
    var others: [SchemaID] = []
    switch self {
    case .any: number = 0
    case .text: number = 1
    case .integer: number = 2
    case .number: number = 3
    case .boolean: number = 4
    case .null: number = 5
    case .binary: number = 6
    case .list(let item): (number, others) = (7, [item])
    case .object(let own, let rest):
      (number, properties, others) = (8, own, rest.map { [$0] } ?? [])
    case .oneOf(let ids): (number, others) = (9, ids)
    }
    switch coder.byte(number) {
    case 0: return .any
    case 1: return .text
    case 2: return .integer
    case 3: return .number
    case 4: return .boolean
    case 5: return .null
    case 6: return .binary
    case 7: return .list(of: coder.code(others.first ?? .blank))
    case 8: return .object(coder.code(properties), others: coder.code(others.first))
    case 9: return .oneOf(coder.code(others))
    default: return coder.damaged(self)
    }
  }
}

extension Schema.Property: CompiledValue {
  static let blank = Self(name: "", schema: .blank, isRequired: false)

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(
      name: coder.code(name), schema: coder.code(schema), isRequired: coder.code(isRequired))
  }
}

extension Schema.Discriminator: CompiledValue {
  static let blank = Self(property: "", words: [:])

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(property: coder.code(property), words: coder.code(words))
  }
}

extension Schema.Bounds: CompiledValue {
  static let blank = Self()

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(
      minimum: coder.code(minimum), maximum: coder.code(maximum),
      isMinimumExclusive: coder.code(isMinimumExclusive),
      isMaximumExclusive: coder.code(isMaximumExclusive), multipleOf: coder.code(multipleOf),
      minimumLength: coder.code(minimumLength), maximumLength: coder.code(maximumLength),
      minimumItems: coder.code(minimumItems), maximumItems: coder.code(maximumItems),
      hasUniqueItems: coder.code(hasUniqueItems),
      minimumProperties: coder.code(minimumProperties),
      maximumProperties: coder.code(maximumProperties), pattern: coder.code(pattern))
  }
}
