import ClientDocuments
import ClientModel
import Glibc

/// The stored introspection response of one GraphQL service. The file is private, because a schema
/// may be confidential.
struct GraphQLSchemaFile {
  private let folder: String
  private let path: String

  /// Creates the file for a service.
  ///
  /// - Parameter address: The URL of the service, without secrets.
  init(_ folders: UserFolders, address: String) {
    folder = folders.state + "/graphql"
    let name = Array(address.utf8).withUnsafeBytes(CatalogLibrary.digest)
    path = "\(folder)/\(name).json"
  }

  /// Reads the schema. Returns nil if no valid schema is stored.
  func read() -> GraphQLSchema? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= GraphQLSchema.largest
    else { return nil }
    let size = Int(facts.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { room, filled in
      while filled < size {
        let count = Glibc.read(file, room.baseAddress?.advanced(by: filled), size - filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
    return GraphQLSchema(introspection: bytes)
  }

  /// Replaces the file atomically.
  func write(_ response: [UInt8]) throws(Failure) {
    mkdir(folder, 0o700)
    let draft = "\(path).\(getpid())"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unwritten }
    let isWritten = DescriptorWriting.fault(writing: response, to: file) == nil
    close(file)
    guard isWritten, rename(draft, path) == 0 else {
      unlink(draft)
      throw unwritten
    }
  }

  private var unwritten: Failure {
    Failure(
      .fileUnreadable, what: "The GraphQL schema was not stored.",
      why: "\(path): \(String(cString: strerror(errno))).",
      whatToDo: "Check the permissions of that file and its folder.")
  }
}
