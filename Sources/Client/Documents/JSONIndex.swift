import CJSONScan

/// What is remembered of a body's structure: big containers, checkpoints among their children and
/// landmarks in the text.
///
/// For records of any size about 0.0013 bytes for each byte of the body; 0.003 where containers of
/// just over 32 KiB follow each other, which is the most.
struct JSONIndex: Sendable {
  /// How finely a body is indexed.
  let grain: cjs_grain
  private(set) var cursor = cjs_cursor()
  private(set) var kept: RoomyArray<cjs_kept>
  private(set) var checkpoints = RoomyArray(blank: cjs_checkpoint())
  private(set) var landmarks = RoomyArray(blank: cjs_cursor())
  /// What stands open at which depth.
  private var levels = [cjs_level](repeating: cjs_level(), count: Int(CJS_LEVEL_ROOM))
  /// Down to where all of that is kept.
  private var keptDepth: Int64 = 0

  init(lines: Bool, grain: JSONDocument.Grain) {
    self.grain = grain.bytes
    cursor.lines = lines ? 1 : 0
    cursor.pending = 1
    var document = cjs_kept()
    document.parent = -1
    document.depth = -1
    kept = RoomyArray([document], blank: cjs_kept())
    levels[Int(CJS_DOCUMENT)].due = grain.bytes.checkpoint
  }

  /// What it takes up, in bytes.
  var size: Int { kept.size + checkpoints.size + landmarks.size }

  /// The last landmark inside of the string that starts at `quote`, if there is one.
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

  /// How many bytes the index knows.
  var indexed: Int { Int(cursor.offset) }

  /// Takes the next bytes: a multiple of 64, or the last piece of the body.
  mutating func feed(_ bytes: ArraySlice<UInt8>, path: cjs_path = CJS_BEST) {
    var rest = bytes
    while !rest.isEmpty { rest = rest.dropFirst(feedOnce(rest, path)) }
  }

  /// Ends the body: what is still open ends with it in its count, not in its `end`.
  mutating func finish() {
    kept[0].end = cursor.offset
  }

  /// The place among the kept ones of the container whose bracket is at `offset`.
  func keptIndex(at offset: Int) -> Int? {
    let index = lastKept(startingBefore: offset + 1)
    return index > 0 && kept[index].start == UInt64(offset) ? index : nil
  }

  /// The innermost kept container around `offset`; the document when there is no other.
  func keptIndex(around offset: Int) -> Int {
    var index = lastKept(startingBefore: offset)
    while index > 0, kept[index].end != 0, kept[index].end <= UInt64(offset) {
      index = Int(kept[index].parent)
    }
    return index
  }

  private func lastKept(startingBefore offset: Int) -> Int {
    var low = 1
    var high = kept.count
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].start < UInt64(offset) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private mutating func feedOnce(_ bytes: ArraySlice<UInt8>, _ path: cjs_path) -> Int {
    // Room for some blocks at least; C comes back where there is too little for the next one.
    let open = min(Int(cursor.depth), Int(CJS_KEPT_DEPTH) + 1) - Int(keptDepth)
    kept.makeRoom(for: open + 128)
    checkpoints.makeRoom(for: 256)
    landmarks.makeRoom(for: 4)
    var index = cjs_index()
    index.grain = grain
    index.kept_depth = keptDepth
    defer { keptDepth = index.kept_depth }
    return kept.fill { kept, keptCount in
      checkpoints.fill { checkpoints, checkpointCount in
        landmarks.fill { landmarks, landmarkCount in
          levels.withUnsafeMutableBufferPointer { levels in
            bytes.withUnsafeBufferPointer { bytes in
              (index.kept, index.kept_count, index.kept_room) =
                (kept.baseAddress, keptCount, kept.count)
              (index.checkpoints, index.checkpoint_count, index.checkpoint_room) =
                (checkpoints.baseAddress, checkpointCount, checkpoints.count)
              (index.landmarks, index.landmark_count, index.landmark_room) =
                (landmarks.baseAddress, landmarkCount, landmarks.count)
              index.levels = levels.baseAddress
              let taken = cjs_feed(&cursor, &index, bytes.baseAddress, bytes.count, path)
              keptCount = index.kept_count
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
