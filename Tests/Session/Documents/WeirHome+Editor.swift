import Glibc
import TestSupport

/// An `$EDITOR` that replaces the file it opens by a text of the test.
extension WeirHome {
  /// Writes the editor and returns its path.
  func editor() throws -> String {
    try program("editor", "cat \(folder.path("edited")) > $1")
  }

  /// Sets a weir.yaml with a default gateway that sends each request once and checks JSON.
  ///
  /// - Parameter more: What follows the gateway, from its own keys on.
  func setEdited(gateway name: String, _ url: String, more: String = "") throws {
    let gateway = """
      gateway: \(name)
      gateways:
        \(name):
          url: \(url)
          options: {attempts: 1}
          parsers: {application/json: json}

      """
    try setEdited(gateway + more)
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
