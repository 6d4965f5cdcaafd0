import TestSupport

/// Runs curl as the judge of the test servers.
func curl(_ arguments: String...) async throws -> (status: String, code: String, output: String) {
  let child = try ChildProcess(
    ["curl", "-sS", "--noproxy", "", "--max-time", "20", "-w", "\n%{http_code} %{exitcode}"]
      + arguments, environment: ["PATH": "/usr/bin:/bin"])
  return try await onOwnThread {
    try child.wait()
    let lines = String(decoding: child.output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let words = (lines.last ?? "").split(separator: " ").map(String.init)
    guard words.count == 2 else {
      throw RigError("curl failed.", why: String(decoding: child.errorOutput, as: UTF8.self))
    }
    return (words[0], words[1], lines.dropLast().joined(separator: "\n"))
  }
}
