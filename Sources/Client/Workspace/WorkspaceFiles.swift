package import ClientPipeline

/// Looks at and reads files for requests, held beneath a folder or not.
package enum WorkspaceFiles {
  /// Relative paths and `~` as the shell's folder has them: for requests typed by the user.
  package static func facts(relativeTo folder: String) -> FileFacts { .assumed }
  /// Only regular files beneath the workspace, through no symbolic link that leaves it (rule T12).
  package static func facts(beneath workspace: Workspace) -> FileFacts { .assumed }
  /// Reads regular files of up to 100 MB; `-` is standard input.
  package static func reader(relativeTo folder: String) -> FileReader { .refusing }
}
