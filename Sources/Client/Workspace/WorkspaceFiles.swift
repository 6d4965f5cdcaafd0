import ClientModel
package import ClientPipeline
import Glibc

/// Access to the files to which requests refer, optionally limited to a workspace.
package enum WorkspaceFiles {
  static let readLimit = 100_000_000

  /// Returns the file access for requests typed by the user. Paths are relative to the folder, and
  /// `~/` is the home folder.
  package static func facts(relativeTo folder: String) -> FileFacts {
    FileFacts(
      absolute: { absolute($0, folder) },
      stat: { stat(absolute($0, folder), beneath: nil) })
  }

  /// Returns the file access for requests of a workspace. Only regular files in the workspace are
  /// accepted. The target of a symbolic link must also be in the workspace.
  package static func facts(beneath workspace: Workspace) -> FileFacts {
    let root = workspace.root
    return FileFacts(
      absolute: { absolute($0, root) }, stat: { stat(absolute($0, root), beneath: root) })
  }

  /// Returns a reader of regular files up to 100 MB. The path `-` is standard input.
  package static func reader(relativeTo folder: String) -> FileReader {
    FileReader { path in
      if path == "-" { return read(STDIN_FILENO) }
      let file = open(absolute(path, folder), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { return .failure(refusal()) }
      defer { close(file) }
      return read(file)
    }
  }

  private static func absolute(_ path: String, _ folder: String) -> String {
    if path.begins(with: "/") { return path }
    if path.begins(with: "~/"), let home = getenv("HOME") {
      return String(cString: home) + path.dropFirst(1)
    }
    return "\(folder)/\(path)"
  }

  private static func stat(
    _ path: String, beneath root: String?
  ) -> Result<FileReference, FileRefusal> {
    guard let pointer = realpath(path, nil) else { return .failure(refusal()) }
    defer { free(pointer) }
    let resolved = String(cString: pointer)
    if let root, !resolved.begins(with: root == "/" ? "/" : root + "/") {
      return .failure(
        FileRefusal(
          why: "It is outside the workspace.",
          whatToDo: "Copy it into the workspace, or name it on the command line."))
    }
    var facts = Glibc.stat()
    guard lstat(resolved, &facts) == 0 else { return .failure(refusal()) }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .failure(.notRegular) }
    guard access(resolved, R_OK) == 0 else { return .failure(refusal()) }
    let modified = Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
    return .success(
      FileReference(
        path: resolved, size: ByteCount(Int64(facts.st_size)), modified: modified,
        inode: UInt64(facts.st_ino)))
  }

  private static func read(_ file: Int32) -> Result<[UInt8], FileRefusal> {
    var facts = Glibc.stat()
    guard fstat(file, &facts) == 0 else { return .failure(refusal()) }
    guard file == STDIN_FILENO || facts.st_mode & S_IFMT == S_IFREG else {
      return .failure(.notRegular)
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .failure(refusal()) }
      if count == 0 { return .success(bytes) }
      bytes += chunk[..<count]
      guard bytes.count <= readLimit else {
        return .failure(
          FileRefusal(
            why: "It is larger than 100 MB.", whatToDo: "Send it as a file: --body FILE streams it."
          ))
      }
    }
  }

  private static func refusal() -> FileRefusal {
    let code = errno
    return FileRefusal(
      why: SystemReason.text(code),
      whatToDo: code == EACCES ? "Check its permissions." : "Check the path.")
  }
}

extension FileRefusal {
  static let notRegular = FileRefusal(
    why: "It is a folder, a device or a pipe, not a regular file.", whatToDo: "Choose a file.")
}
