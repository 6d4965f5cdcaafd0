/// A row that C fills: behind what it holds there is room for more.
///
/// A value, as an array is: a copy is a snapshot.
struct RoomyArray<Element: Sendable>: Sendable {
  private var storage: [Element]
  private let blank: Element
  private(set) var count: Int

  /// - Parameter blank: What the room is made of.
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

  /// What it takes up without its room, in bytes.
  var size: Int { count * MemoryLayout<Element>.stride }

  /// Sees to it that there is room for this many more.
  mutating func makeRoom(for more: Int) {
    guard storage.count < count + more else { return }
    let room = max(count + more, storage.count * 3 / 2)
    storage.append(contentsOf: repeatElement(blank, count: room - storage.count))
  }

  /// - Parameter fill: Gets all of the storage and the count, and leaves it as it is then.
  mutating func fill<Result>(
    _ fill: (_ storage: UnsafeMutableBufferPointer<Element>, _ count: inout Int) -> Result
  ) -> Result {
    storage.withUnsafeMutableBufferPointer { fill($0, &count) }
  }
}
