/// The position of a name or path in a list. Letters are compared without case and numbers by
/// value, so that `Step 2` is before `step 10`. The content of a folder stays together.
package struct NaturalOrder: Comparable, Sendable {
  /// For each segment of the path, its scalars in lower case, followed by the segment as written. A
  /// number is written as a zero, the number of its digits, and its digits.
  private let key: [UInt32]

  package init(_ path: String) {
    var key: [UInt32] = []
    let zero = ("0" as Unicode.Scalar).value
    for segment in path.pieces(at: "/") {
      var rest = segment.unicodeScalars[...]
      while let scalar = rest.first {
        guard Self.isDigit(scalar) else {
          key.append(Self.folded(scalar))
          rest.removeFirst()
          continue
        }
        let digits = rest.prefix(while: Self.isDigit)
        let value = digits.drop { $0.value == zero }
        key += [zero, UInt32(value.count)] + value.map(\.value)
        rest = rest[digits.endIndex...]
      }
      key.append(0)
      key += segment.unicodeScalars.map(\.value) + [0]
    }
    self.key = key
  }

  package static func < (one: Self, other: Self) -> Bool {
    one.key.lexicographicallyPrecedes(other.key)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
    if scalar.isASCII { return ("A"..."Z").contains(scalar) ? scalar.value | 0x20 : scalar.value }
    return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }
}

extension Sequence {
  /// Returns the elements in the order of their names or paths.
  package func inNaturalOrder(of path: (Element) -> String) -> [Element] {
    map { ($0, NaturalOrder(path($0))) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension Sequence<String> {
  package func inNaturalOrder() -> [String] { inNaturalOrder { $0 } }
}
