import ClientModel
import Glibc

/// The identity of the store file that was opened. Another process may since have replaced a
/// damaged file, and data written to the replaced file would be lost.
struct StoreIdentity: Sendable {
  private let path: String
  private let device: UInt64
  private let node: UInt64

  init(path: String) {
    self.path = path
    (device, node) = Self.numbers(of: path)
  }

  /// Checks that the store's path still refers to this file.
  ///
  /// - Throws: A failure if the store was replaced.
  func check() throws(Failure) {
    guard Self.numbers(of: path) != (device, node) else { return }
    throw Failure(
      .storage, what: "The store is no longer in use.",
      why: "Its file was damaged or removed, and then replaced.",
      whatToDo: "Restart Weir: it opens the new store.")
  }

  private static func numbers(of path: String) -> (UInt64, UInt64) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return (0, 0) }
    return (UInt64(facts.st_dev), UInt64(facts.st_ino))
  }
}
