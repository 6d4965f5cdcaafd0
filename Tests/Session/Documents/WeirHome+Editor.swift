import Glibc
import TestSupport

/// An `$EDITOR` that replaces the file it opens by a text of the test.
extension WeirHome {
  /// Writes the editor and returns its path.
  func editor() throws -> String {
    try program("editor", "cat \(folder.path("edited")) > $1")
  }

  /// Sets the text that the editor writes.
  func setEdited(_ text: String) throws { try folder.write("edited", text) }

  /// Writes a shell program and returns its path.
  func program(_ name: String, _ lines: String) throws -> String {
    let path = try folder.write(name, "#!/bin/sh\n\(lines)\n")
    chmod(path, 0o755)
    return path
  }
}
