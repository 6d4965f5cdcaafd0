/// An array that C code fills; it has spare capacity after its elements.
///
/// It is a value type like `Array`: a copy is a snapshot.
struct RoomyArray<Element: Sendable>: Sendable {
  private var storage: [Element]
  private let blank: Element
  private(set) var count: Int

  /// - Parameter blank: The value that fills the spare capacity.
  init(_ elements: [Element] = [], blank: Element) {
    storage = elements
    count = elements.count
    self.blank = blank
  }

  var isEmpty: Bool { count == 0 }

  var elements: ArraySlice<Element> { storage[..<count] }

  subscript(place: Int) -> Element {
    get { storage[place] }
    set { storage[place] = newValue }
  }

  /// The size in bytes, without the spare capacity.
  var size: Int { count * MemoryLayout<Element>.stride }

  /// Reserves capacity for this many more elements.
  mutating func makeRoom(for more: Int) {
    guard storage.count < count + more else { return }
    let room = max(count + more, storage.count * 3 / 2)
    storage.append(contentsOf: repeatElement(blank, count: room - storage.count))
  }

  /// - Parameter fill: Receives the full storage, including spare capacity, and updates the count.
  mutating func fill<Result>(
    _ fill: (_ storage: UnsafeMutableBufferPointer<Element>, _ count: inout Int) -> Result
  ) -> Result {
    storage.withUnsafeMutableBufferPointer { fill($0, &count) }
  }
}
