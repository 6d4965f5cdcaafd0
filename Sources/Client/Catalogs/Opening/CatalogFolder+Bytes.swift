import ClientModel
import ClientYAML
import Glibc

extension CatalogFolder {
  /// Reads a UTF-8 file in the workspace. Symbolic links must not leave the workspace.
  ///
  /// - Parameter budget: The remaining budget. A larger file is refused.
  func bytes(_ path: String, budget: TreeBudget = .standard) throws(CatalogStop) -> [UInt8] {
    try FileRead(path, in: self, budget: budget).utf8()
  }

  static func refusal(
    _ path: String, _ why: String, _ whatToDo: String
  ) -> CatalogStop {
    .problem(
      YAMLProblem(YAMLPosition(file: path, line: 1, column: 1), why: why, whatToDo: whatToDo))
  }

  /// Reads a file in the workspace. Symbolic links must not leave the workspace.
  ///
  /// - Parameter budget: The remaining budget. A larger file is refused.
  func anyBytes(_ path: String, budget: TreeBudget) throws(CatalogStop) -> [UInt8] {
    func refusal(_ why: String, _ whatToDo: String) -> CatalogStop {
      Self.refusal(path, why, whatToDo)
    }
    guard let resolved = realpath("\(root)/\(path)", nil) else {
      let code = errno
      throw refusal(
        code == ENOENT || code == ENOTDIR
          ? "There is no file `\(path.prefix(200))`." : SystemReason.text(code),
        "Check its name and its permissions.")
    }
    defer { free(resolved) }
    let text = String(cString: resolved)
    guard text.begins(with: root == "/" ? "/" : root + "/") else {
      throw refusal(scope.refusal.why, "Replace the link with a copy of that file.")
    }
    let file = Glibc.open(resolved, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw refusal(SystemReason.text(errno), "Check its permissions.") }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw refusal("It is not a regular file.", "Replace it with a file.")
    }
    let size = Int(facts.st_size)
    guard size <= budget.bytes else {
      let excess = budget.refusal(ofBytes: size)
      throw refusal(excess.why, excess.whatToDo)
    }
    return try Self.read(file, size) { code in
      refusal(SystemReason.text(code), "Try again.")
    }
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
