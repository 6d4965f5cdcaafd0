import ClientModel
import ClientYAML
import Glibc

extension CatalogFolder {
  /// The bytes of a regular file beneath the workspace, links followed only within it; UTF-8.
  ///
  /// - Parameter budget: What is left of it: a file that has more is refused.
  func bytes(_ path: String, budget: TreeBudget = .standard) throws(CatalogStop) -> [UInt8] {
    func refusal(_ why: String, _ whatToDo: String) -> CatalogStop {
      .problem(
        YAMLProblem(YAMLPlace(file: path, line: 1, column: 1), why: why, whatToDo: whatToDo))
    }
    guard let resolved = realpath("\(root)/\(path)", nil) else {
      let code = errno
      throw refusal(
        code == ENOENT || code == ENOTDIR
          ? "There is no file `\(path.prefix(200))`." : SystemReason.text(code),
        "Check its name and its rights.")
    }
    defer { free(resolved) }
    let text = String(cString: resolved)
    guard text.begins(with: root == "/" ? "/" : root + "/") else {
      throw refusal(scope.refusal.why, "Put a copy of that file in the place of the link.")
    }
    let file = Glibc.open(resolved, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw refusal(SystemReason.text(errno), "Check its permissions.") }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw refusal("It is not a regular file.", "Replace it by a file.")
    }
    let size = Int(facts.st_size)
    guard size <= budget.bytes else {
      let excess = budget.refusal(ofBytes: size)
      throw refusal(excess.why, excess.whatToDo)
    }
    let bytes = try Self.read(file, size) { code in
      refusal(SystemReason.text(code), "Try again.")
    }
    guard bytes.withUnsafeBufferPointer({ $0.isUTF8 }) else {
      throw refusal("It is not UTF-8 text.", "Save it as UTF-8.")
    }
    return bytes
  }

  private static func read(
    _ file: Int32, _ size: Int, _ refusal: (Int32) -> CatalogStop
  ) throws(CatalogStop) -> [UInt8] {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = Glibc.read(file, buffer.baseAddress?.advanced(by: filled), size - filled)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = errno }
        guard count > 0 else { return }
        filled += count
      }
    }
    if let failure { throw refusal(failure) }
    return bytes
  }
}

extension UnsafeBufferPointer<UInt8> {
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
