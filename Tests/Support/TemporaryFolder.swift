import Foundation

/// A fresh folder of mode 0700 that goes away with the value's last owner.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws(RigError) {
    let base = FileManager.default.temporaryDirectory.path
    var template = Array((base + "/weir-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RigError("No folder could be made in \(base).", why: String(cString: strerror(errno)))
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("rig: \(path) stays behind: \(error)")
    }
  }

  /// The path of `name` in this folder; makes nothing.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path; folders on the way are made.
  @discardableResult
  package func write(_ name: String, _ content: some Collection<UInt8>) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: url)
    return url.path
  }

  /// Writes a text file and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }
}
