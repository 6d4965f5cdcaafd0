import Foundation
import TestSupport

/// A shell with Weir's completion script, in the workspace of a user.
struct CompletionRig {
  let home: WeirHome
  private let shell: String
  private let script: String
  private let path: String

  /// - Throws: When the shell is not installed.
  init(_ shell: String, home: WeirHome) throws {
    guard ChildProcess.find(shell) != nil else { throw RigError.missing(tool: shell) }
    self.home = home
    self.shell = shell
    // The shell calls the program by the name that is completed.
    let folder = home.folder.path("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let link = folder + "/weir"
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: home.command([])[0])
    }
    path = folder
    let made = try home.run("--generate-completion-script", shell)
    script = try home.folder.write("script/_weir.\(shell)", made.output)
  }

  var environment: [String: String] {
    home.environment(["PATH": "\(path):/usr/bin:/bin", "PS1": "READY>", "ZDOTDIR": path])
  }

  private func run(_ words: [String]) throws -> [String] {
    let child = try ChildProcess(words, environment: environment, folder: home.workingFolder)
    try child.wait()
    guard child.errorOutput.isEmpty else {
      throw RigError(
        "\(shell) complained.", why: String(decoding: child.errorOutput, as: UTF8.self))
    }
    return String(decoding: child.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Calls bash's function as readline does.
  ///
  /// - Parameters:
  ///   - line: What is typed.
  ///   - words: The words into which bash divides it.
  func bash(_ line: String, _ words: [String]) throws -> [String] {
    func quoted(_ text: String) -> String {
      "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
    let text = """
      source '\(script)'
      COMP_LINE=\(quoted(line)) COMP_POINT=\(line.unicodeScalars.count)
      COMP_WORDS=(\(words.map(quoted).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
      __weir weir "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try run(["bash", "--norc", "--noprofile", "-c", text])
  }

  /// The candidates of a line of which bash divides the words at blanks.
  func bash(_ line: String) throws -> [String] {
    try bash(line, line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
  }

  /// Asks fish: each candidate with its description behind a tab.
  func fish(_ line: String) throws -> [String] {
    try run([
      "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line,
    ])
  }

  /// A shell in a terminal.
  func terminal() throws -> TmuxSession {
    let start: String
    switch shell {
    case "zsh":
      start = """
        fpath=('\(home.folder.path("functions"))' $fpath)
        autoload -Uz compinit; compinit -u -D
        """
      try home.folder.write("functions/_weir", String(contentsOfFile: script, encoding: .utf8))
      try home.folder.write("bin/.zshrc", "\(start)\nPS1='READY>'\nsetopt no_beep\n")
    default:
      try home.folder.write("bin/bashrc", "source '\(script)'\nPS1='READY>'\n")
    }
    let command =
      shell == "zsh"
      ? ["zsh", "-o", "no_global_rcs", "-i"]
      : ["bash", "--noprofile", "--rcfile", "\(path)/bashrc", "-i"]
    let session = try TmuxSession(
      command: command, environment: environment, folder: home.workingFolder, width: 120, of: home)
    try session.expect("READY>")
    return session
  }
}
