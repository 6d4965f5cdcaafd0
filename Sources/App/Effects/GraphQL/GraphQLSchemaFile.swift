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

  /// Reads the schema. Returns nil if no valid schema is stored. It can then be requested again.
  func read() -> GraphQLSchema? {
    do throws(FileAccessError) {
      return GraphQLSchema(introspection: try WholeFile.bytes(at: path))
    } catch {
      return nil
    }
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
