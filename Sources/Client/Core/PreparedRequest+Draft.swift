public import ClientModel
import ClientPipeline
import Glibc

extension PreparedRequest {
  /// A request made of a draft, as the program `weir` makes them: templates and path variables filled,
  /// what the draft leaves open taken from its gateway (default fields, credentials, body encoding, cache
  /// defaults), everything checked, secrets sealed.
  ///
  ///     let request = try PreparedRequest(
  ///       Draft(url: "/users/{id}", pathVariables: [DraftField("id", "7")], gateway: "api"),
  ///       through: gateways, environment: Environment(values: ["token": "…"]))
  ///
  /// - Parameters:
  ///   - gateways: Those that drafts may name; the standard one serves drafts that name none.
  ///   - environment: Values for `{{name}}`, already layered.
  /// - Throws: `invalidRequest` with every problem of the draft in its `why`. A file that it
  ///   names must be there; a later change to it is told when it is sent.
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
        .invalidRequest, what: "The request was not made.",
        why: error.problems.map { "\($0.what) \($0.why)" }.joined(separator: " "),
        whatToDo: error.problems.map(\.whatToDo).joined(separator: " "))
    }
  }
}

extension FileFacts {
  /// Regular files as they are now, by their paths.
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
        FileRefusal(why: "It is no regular file.", whatToDo: "Name a file that can be read again."))
    }
    let modified = Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
    return .success(
      FileReference(
        path: resolved, size: ByteCount(Int64(facts.st_size)), modified: modified,
        inode: UInt64(facts.st_ino)))
  }

  private static func refusal() -> FileRefusal {
    FileRefusal(
      why: "The system says: \(String(cString: strerror(errno))).",
      whatToDo: "Check its path and its rights.")
  }
}
