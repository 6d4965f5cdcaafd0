/// A value that the catalog cache can store.
///
/// One function writes and reads a value. A writer returns the value itself, and a reader ignores
/// `self` and returns the stored value.
protocol CompiledValue {
  /// An arbitrary value on which `coded` is called to read a stored value.
  static var blank: Self { get }
  func coded(by coder: inout some CompiledCoder) -> Self
}

/// A coder that writes or reads compiled values: `CompiledWriter` or `CompiledReader`.
protocol CompiledCoder {
  /// The number of schemas in the catalog. It is set before the first schema reference is coded.
  var schemaCount: Int { get set }
  /// The values of the previous endpoint, which the next endpoint usually repeats.
  var shared: SharedParts { get set }

  mutating func byte(_ value: UInt8) -> UInt8
  mutating func number(_ value: UInt64) -> UInt64
  mutating func text(_ value: String) -> String
  /// Codes the number of values that follow. A number above that of the remaining bytes indicates
  /// damage, because a value has at least one byte.
  mutating func count(_ value: Int) -> Int
  /// Whether no damage was found.
  var isIntact: Bool { get }
  /// Sets `isIntact` to false and returns `standIn`, so that the caller can continue. The complete
  /// result is discarded at the end.
  mutating func damaged<Value>(_ standIn: Value) -> Value
}

/// The parts that are stored only once if consecutive endpoints have the same ones.
struct SharedParts {
  var rules = EndpointRules()
  var security: [[String]] = []
}

extension CompiledCoder {
  mutating func code<Value: CompiledValue>(_ value: Value) -> Value { value.coded(by: &self) }

  mutating func flag(_ value: Bool) -> Bool {
    switch byte(value ? 1 : 0) {
    case 0: false
    case 1: true
    default: damaged(false)
    }
  }
}

extension CompiledValue where Self: RawRepresentable, RawValue == String {
  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(rawValue: coder.text(rawValue)) ?? coder.damaged(self)
  }
}

extension Bool: CompiledValue {
  static let blank = false
  func coded(by coder: inout some CompiledCoder) -> Bool { coder.flag(self) }
}

extension Int: CompiledValue {
  static let blank = 0
  func coded(by coder: inout some CompiledCoder) -> Int {
    // Zigzag encoding, in which small positive and negative numbers have one byte.
    let stored = coder.number(UInt64(bitPattern: Int64((self << 1) ^ (self >> 63))))
    return Int(Int64(bitPattern: (stored >> 1) ^ (0 &- (stored & 1))))
  }
}

extension Double: CompiledValue {
  static let blank = 0.0
  func coded(by coder: inout some CompiledCoder) -> Double {
    Double(bitPattern: coder.number(bitPattern))
  }
}

extension String: CompiledValue {
  static let blank = ""
  func coded(by coder: inout some CompiledCoder) -> String { coder.text(self) }
}

extension Duration: CompiledValue {
  static let blank = Duration.zero
  func coded(by coder: inout some CompiledCoder) -> Duration {
    let (seconds, attoseconds) = components
    return Duration(
      secondsComponent: Int64(coder.code(Int(seconds))),
      attosecondsComponent: Int64(coder.code(Int(attoseconds))))
  }
}

extension ClosedRange<Int>: CompiledValue {
  static let blank = 0...0
  func coded(by coder: inout some CompiledCoder) -> ClosedRange<Int> {
    let (low, high) = (coder.code(lowerBound), coder.code(upperBound))
    return low <= high ? low...high : coder.damaged(self)
  }
}

extension Optional: CompiledValue where Wrapped: CompiledValue {
  static var blank: Wrapped? { nil }
  func coded(by coder: inout some CompiledCoder) -> Wrapped? {
    coder.flag(self != nil) ? coder.code(self ?? Wrapped.blank) : nil
  }
}

extension Array: CompiledValue where Element: CompiledValue {
  static var blank: [Element] { [] }
  func coded(by coder: inout some CompiledCoder) -> [Element] {
    let total = coder.count(count)
    guard total > 0 else { return [] }
    var all: [Element] = []
    // A damaged count may be very large, so the reserved capacity is limited.
    all.reserveCapacity(Swift.min(total, 100_000))
    for index in 0..<total {
      guard coder.isIntact else { return [] }
      all.append(coder.code(index < count ? self[index] : .blank))
    }
    return all
  }
}

extension Dictionary: CompiledValue where Key: CompiledValue, Value: CompiledValue {
  static var blank: [Key: Value] { [:] }
  func coded(by coder: inout some CompiledCoder) -> [Key: Value] {
    let keys = coder.code(Array(self.keys))
    var all: [Key: Value] = [:]
    for key in keys { all[key] = coder.code(self[key] ?? Value.blank) }
    return all
  }
}
