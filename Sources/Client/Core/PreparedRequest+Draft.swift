public import ClientModel
import ClientPipeline
package import Glibc

extension PreparedRequest {
  /// Prepares a request from a draft, as the program `weir` does.
  ///
  /// Templates and path variables are filled in. Values that the draft does not set come from its
  /// gateway: default fields, credentials, body encoding and cache defaults. Everything is
  /// validated, and secrets are sealed.
  ///
  ///     let request = try PreparedRequest(
  ///       Draft(url: "/users/{id}", pathVariables: [DraftField("id", "7")], gateway: "api"),
  ///       through: gateways, environment: Environment(values: ["token": "…"]))
  ///
  /// - Parameters:
  ///   - gateways: The gateways that drafts may name. A draft without a gateway uses the standard
  ///     gateway.
  ///   - environment: The values for `{{name}}`, with all overrides applied.
  /// - Throws: `invalidRequest` with every problem of the draft in its `why`. A file named in the
  ///   draft must exist; if the file changes later, sending the request fails.
  public init(
    _ draft: Draft, through gateways: Gateways = Gateways(),
    environment: Environment = Environment()
  ) throws(Failure) {
    let preparation = Preparation(
      environment: environment, files: .onDisk, gateways: gateways)
    do throws(DraftProblems) {
      self = try preparation.prepare(draft)
    } catch {
      throw Failure(
        .invalidRequest, what: "The request was not created.",
        why: error.problems.map { "\($0.what) \($0.why)" }.joined(separator: " "),
        whatToDo: error.problems.map(\.whatToDo).joined(separator: " "))
    }
  }
}

extension FileFacts {
  /// The facts about files on disk, by path. Only regular files are accepted.
  fileprivate static let onDisk = FileFacts { path in
    guard let pointer = realpath(path, nil) else { return .failure(refusal()) }
    defer { free(pointer) }
    let resolved = String(cString: pointer)
    var facts = Glibc.stat()
    guard lstat(resolved, &facts) == 0, access(resolved, R_OK) == 0 else {
      return .failure(refusal())
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      return .failure(
        FileRefusal(
          why: "It is not a regular file.",
          whatToDo: "Give a regular file, which can be read again."))
    }
    return .success(FileReference(path: resolved, facts))
  }

  private static func refusal() -> FileRefusal {
    FileRefusal(
      why: "The system says: \(String(cString: strerror(errno))).",
      whatToDo: "Check its path and its permissions.")
  }
}

extension FileReference {
  /// Creates a reference to the current state of a file.
  package init(path: String, _ status: stat) {
    let modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    self.init(
      path: path, size: ByteCount(Int64(status.st_size)), modified: modified,
      inode: UInt64(status.st_ino))
  }

  /// Returns whether a file is unchanged. Its size, modification time and inode are compared.
  package func matches(_ status: stat) -> Bool {
    let found = FileReference(path: path, status)
    return (found.size, found.modified, found.inode) == (size, modified, inode)
  }
}
