import ClientModel

/// The result of reading a file: its bytes or an error.
struct FileRead {
  /// The path relative to the folder.
  let path: String
  let bytes: Result<[UInt8], CatalogStop>

  init(_ path: String, in folder: CatalogFolder, budget: TreeBudget = .standard) {
    self.path = path
    bytes = Result { () throws(CatalogStop) in try folder.anyBytes(path, budget: budget) }
  }

  var size: ByteCount {
    switch bytes {
    case .success(let bytes): ByteCount(bytes.count)
    case .failure: 0
    }
  }

  /// Returns the bytes, or throws if the file could not be read or is not UTF-8.
  func utf8() throws(CatalogStop) -> [UInt8] {
    let bytes = try bytes.get()
    guard bytes.withUnsafeBufferPointer({ $0.isUTF8 }) else {
      throw CatalogFolder.refusal(path, "It is not UTF-8 text.", "Save it as UTF-8.")
    }
    return bytes
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are valid UTF-8.
  ///
  /// - Source: Unicode 16, table 3-7.
  fileprivate var isUTF8: Bool {
    var index = 0
    while index < count {
      let first = self[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      guard first >= 0xC2, first <= 0xF4, index + length <= count else { return false }
      let second = self[index + 1]
      let range: ClosedRange<UInt8> =
        switch first {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
      guard range.contains(second) else { return false }
      for offset in 2..<Swift.max(2, length) where self[index + offset] & 0xC0 != 0x80 {
        return false
      }
      index += length
    }
    return true
  }
}
