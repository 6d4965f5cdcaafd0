import Foundation
import TestSupport
import TestTraits
import Testing

@testable import ClientPipeline

/// Random simple commands, of which the installed bash prints the words and the input.
@Suite(.usesSystem(minutes: 2)) struct ShellWordsTests {
  private static let pieces = [
    "a", "Z9", "-d", "'x y'", "'$A'", "\"b $A c\"", #""\" \$ \\ \n \`""#, "\"$\"", "$A/", "${A}",
    #"$'t\tn\n\x41\u00e9\101\'\q'"#, "$\"q $A\"", "\\ ", "\\'", "\\\n", "=", "a#", "%", "é", "''",
    "\"\"", "\"l\\\nm\"", "^", "@", ",", ".", ":",
  ]
  /// Each beginning and ending of a line, and the lines of its here-document.
  private static let beginnings = [
    ("curl", ""), ("  curl", ""), ("B=1 curl", ""), ("\\curl", ""), (": ; curl", ""),
    (": && curl", ""), ("echo $A 'c  d' | curl", ""), ("echo -n e |\n curl", ""),
    ("cat <<G | curl", "\n$A\nG"),
  ]
  private static let endings = [
    ("", ""), (" # c 'd", ""), (" ; :", ""), (" && :", ""), (" || :", ""), ("|:", ""),
    (" 2>&1", ""),
    (" >/dev/null", ""), (" &>/dev/null -z", ""), (";", ""), (" <<< 'i j'", ""),
    (" <<EOF", "\n$A \\$A '\nEOF"), (" <<'E F' -y", "\n$A \\$A\nE F"),
    (" <<-E 2>&1 -x", "\n\t\tk\n\tE"),
  ]

  private static func line(_ random: inout SeededGenerator) -> String {
    let beginning = beginnings.randomElement(using: &random) ?? ("", "")
    let ending = endings.randomElement(using: &random) ?? ("", "")
    var line = beginning.0
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      line += [" ", "\t", " \\\n "].randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        line += pieces.randomElement(using: &random) ?? ""
      }
    }
    return line + ending.0 + beginning.1 + ending.1
  }

  @Test func `words and input are those of bash`() async throws {
    try await onOwnThread {
      var random = SeededGenerator(seed: 4)
      let lines = (0..<trials(of: 1_500)).map { _ in Self.line(&random) }
      let folder = try TemporaryFolder()
      // The words go to the first output, of which a line's own redirection is no part.
      let script =
        "exec 3>&1 </dev/null; A=v\n"
        + "curl() { printf '%s\\0' \"$#\" \"$@\" >&3; cat >&3; printf '\\0END\\0' >&3; }\n"
        + lines.map { $0 + "\n" }.joined()
      let shell = try ChildProcess(
        ["/bin/bash", "--norc", try folder.write("lines", script)],
        environment: ["PATH": "/bin", "LC_ALL": "C.UTF-8"],
        folder: folder.path(""))
      _ = try shell.wait(limit: .seconds(60))
      let expected = String(decoding: shell.output, as: UTF8.self).components(separatedBy: "END\0")
      try #require(expected.count == lines.count + 1, "\(shell.errorOutput.count)")
      for (line, wanted) in zip(lines, expected) {
        #expect(try Self.words(line) == wanted, "\(line)")
      }
    }
  }

  private static func words(_ line: String) throws -> String {
    let found = ShellScript(line, values: ["A": "v"]).found
    try #require(found.count == 1)
    let command = try found[0].get().command
    let words = command.words.dropFirst().map(\.text)
    var input = ""
    if case .text(let bytes) = command.input { input = String(decoding: bytes, as: UTF8.self) }
    return (["\(words.count)"] + words).joined(separator: "\0") + "\0" + input + "\0"
  }
}
