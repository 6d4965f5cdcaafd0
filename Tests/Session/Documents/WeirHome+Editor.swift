import Glibc
import TestSupport

/// The editor of a person, who writes what a test has ready.
extension WeirHome {
  /// The path of a program for `$EDITOR`.
  func editor() throws -> String {
    try program("editor", "cat \(folder.path("next")) > $1")
  }

  /// What the editor writes from now on.
  func haveReady(_ text: String) throws { try folder.write("next", text) }

  /// Writes a program of the shell, and returns its path.
  func program(_ name: String, _ lines: String) throws -> String {
    let path = try folder.write(name, "#!/bin/sh\n\(lines)\n")
    chmod(path, 0o755)
    return path
  }
}
