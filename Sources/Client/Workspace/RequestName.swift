import ClientModel

/// The name of a saved request, such as `users/list`. It is the path below `requests`, without
/// `.yaml`.
package struct RequestName: Hashable, Sendable, CustomStringConvertible {
  package let path: String

  /// Creates a name from a path. Returns nil if the path leaves the folder, has a hidden segment or
  /// is not a valid file path.
  package init?(_ path: String) {
    let segments = path.pieces(at: "/")
    guard path.utf8.count <= 1000, segments.count <= 20, segments.allSatisfy(Self.isSegment) else {
      return nil
    }
    self.path = path
  }

  package var last: String { path.words(at: "/").last.map(String.init) ?? path }

  /// Whether the file with this name contains the variables and headers of a folder.
  var isFolder: Bool { "\(last).yaml" == FolderDefaults.fileName }

  /// The file's path in the workspace.
  var file: String { "requests/\(path).yaml" }

  package var description: String { path }

  private static func isSegment(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.begins(with: ".") && !text.begins(with: "-")
      && !text.begins(with: " ") && !text.ends(with: " ")
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0..<0x20, 0x5C, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: false
        default: true
        }
      }
  }
}
