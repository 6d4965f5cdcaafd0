import CJSONScan

/// The index of a body's structure: large containers, checkpoints among their children, and
/// landmarks.
///
/// The index needs about 0.0013 bytes per byte of a body that consists of records. The maximum of
/// 0.003 is reached with consecutive containers of just over 32 KiB.
struct JSONIndex: Sendable {
  let grain: cjs_grain
  private(set) var cursor = cjs_cursor()
  private(set) var containers: SpareCapacityArray<cjs_container>
  private(set) var checkpoints = SpareCapacityArray(blank: cjs_checkpoint())
  private(set) var landmarks = SpareCapacityArray(blank: cjs_cursor())
  /// The open containers, by depth.
  private var levels = [cjs_level](repeating: cjs_level(), count: Int(CJS_LEVEL_ROOM))
  /// The depth of the deepest indexed open container.
  private var indexedDepth: Int64 = 0

  init(lines: Bool, grain: JSONDocument.IndexDensity) {
    self.grain = grain.bytes
    cursor.lines = lines ? 1 : 0
    cursor.pending = 1
    var document = cjs_container()
    document.parent = -1
    document.depth = -1
    containers = SpareCapacityArray([document], blank: cjs_container())
    levels[Int(CJS_DOCUMENT)].due = grain.bytes.checkpoint
  }

  var size: Int { containers.size + checkpoints.size + landmarks.size }

  /// Returns the last landmark inside the string that starts at `quote`, or nil if there is none.
  func landmark(insideString quote: Int) -> cjs_cursor? {
    func isInside(_ place: Int) -> Bool {
      landmarks[place].in_string == 1 && landmarks[place].quote == UInt64(quote)
    }
    var low = quote / Int(grain.landmark) + 1
    guard low < landmarks.count, isInside(low) else { return nil }
    var high = landmarks.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if isInside(middle) { low = middle } else { high = middle }
    }
    return landmarks[low]
  }

  /// The number of indexed bytes.
  var indexed: Int { Int(cursor.offset) }

  /// Indexes the next bytes. Their number must be a multiple of 64, except for the last chunk of
  /// the body.
  mutating func feed(_ bytes: ArraySlice<UInt8>, path: cjs_path = CJS_BEST) {
    var rest = bytes
    while !rest.isEmpty { rest = rest.dropFirst(feedOnce(rest, path)) }
  }

  /// Ends the body. The `end` of an unclosed container remains 0.
  mutating func finish() {
    containers[0].end = cursor.offset
  }

  /// Returns the index of the container whose opening bracket is at `offset`, or nil if the
  /// container is not indexed.
  func containerIndex(at offset: Int) -> Int? {
    let index = lastContainer(startingBefore: offset + 1)
    return index > 0 && containers[index].start == UInt64(offset) ? index : nil
  }

  /// Returns the innermost indexed container around `offset`. The document is the outermost one.
  func containerIndex(around offset: Int) -> Int {
    var index = lastContainer(startingBefore: offset)
    while index > 0, containers[index].end != 0, containers[index].end <= UInt64(offset) {
      index = Int(containers[index].parent)
    }
    return index
  }

  private func lastContainer(startingBefore offset: Int) -> Int {
    var low = 1
    var high = containers.count
    while low < high {
      let middle = (low + high) / 2
      if containers[middle].start < UInt64(offset) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private mutating func feedOnce(_ bytes: ArraySlice<UInt8>, _ path: cjs_path) -> Int {
    // Capacity for several blocks is reserved. The C function returns when the next block would not
    // fit.
    let open = min(Int(cursor.depth), Int(CJS_INDEX_DEPTH) + 1) - Int(indexedDepth)
    containers.makeRoom(for: open + 128)
    checkpoints.makeRoom(for: 256)
    landmarks.makeRoom(for: 4)
    var index = cjs_index()
    index.grain = grain
    index.indexed_depth = indexedDepth
    defer { indexedDepth = index.indexed_depth }
    return containers.fill { containers, containerCount in
      checkpoints.fill { checkpoints, checkpointCount in
        landmarks.fill { landmarks, landmarkCount in
          levels.withUnsafeMutableBufferPointer { levels in
            bytes.withUnsafeBufferPointer { bytes in
              (index.containers, index.container_count, index.container_room) =
                (containers.baseAddress, containerCount, containers.count)
              (index.checkpoints, index.checkpoint_count, index.checkpoint_room) =
                (checkpoints.baseAddress, checkpointCount, checkpoints.count)
              (index.landmarks, index.landmark_count, index.landmark_room) =
                (landmarks.baseAddress, landmarkCount, landmarks.count)
              index.levels = levels.baseAddress
              let taken = cjs_feed(&cursor, &index, bytes.baseAddress, bytes.count, path)
              containerCount = index.container_count
              checkpointCount = index.checkpoint_count
              landmarkCount = index.landmark_count
              return taken
            }
          }
        }
      }
    }
  }
}

/// An array with spare capacity that C code fills.
///
/// A copy is a snapshot, because this is a value type like `Array`.
struct SpareCapacityArray<Element: Sendable>: Sendable {
  private var storage: [Element]
  private let blank: Element
  private(set) var count: Int

  /// Creates an array without spare capacity.
  ///
  /// - Parameter blank: The value that fills spare capacity.
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

  /// The size of the elements in bytes, without spare capacity.
  var size: Int { count * MemoryLayout<Element>.stride }

  mutating func makeRoom(for more: Int) {
    guard storage.count < count + more else { return }
    let room = max(count + more, storage.count * 3 / 2)
    storage.append(contentsOf: repeatElement(blank, count: room - storage.count))
  }

  /// Calls `fill` to add elements, and returns its result.
  ///
  /// - Parameter fill: A function that receives the storage, including spare capacity, and updates
  ///   the count.
  mutating func fill<Result>(
    _ fill: (_ storage: UnsafeMutableBufferPointer<Element>, _ count: inout Int) -> Result
  ) -> Result {
    storage.withUnsafeMutableBufferPointer { fill($0, &count) }
  }
}
