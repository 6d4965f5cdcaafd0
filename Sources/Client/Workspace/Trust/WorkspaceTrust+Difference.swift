package import ClientModel

extension WorkspaceTrust {
  /// The maximum numbers of shown lines for one file and for all files. For files beyond the
  /// limits, only the number of lines is shown.
  private static let mostLines = (file: 500, total: 5000)

  /// Returns the changes since the workspace was last accepted. Reads the changed files.
  ///
  /// - Parameter accepted: The path of the `trust` file.
  package func difference(
    in workspace: Workspace, accepted: String
  ) throws(WorkspaceProblem) -> FileDifference {
    guard try Self.acceptedDigest(of: workspace, accepted) != nil else {
      return FileDifference(since: .nothing, changes(from: [:], in: workspace.folder))
    }
    guard let stored = try Self.acceptedFiles(of: workspace, accepted) else {
      return FileDifference(
        since: .digest, changedPrograms.sorted().map { FileChange(.changed, $0) })
    }
    return FileDifference(since: .accepted, changes(from: stored.files, in: workspace.folder))
  }

  private func changes(
    from old: [String: AcceptedFiles.File], in folder: WorkspaceFolder
  ) -> [FileChange] {
    var left = Self.mostLines.total
    return Set(old.keys).union(files.keys).sorted().compactMap { path in
      guard var change = change(of: path, from: old[path], in: folder) else { return nil }
      if change.lines.count > min(left, Self.mostLines.file) {
        change = FileChange(change.kind, path, remark: "\(change.lines.count.grouped) lines")
      }
      left -= change.lines.count
      return change
    }
  }

  private func change(
    of path: String, from old: AcceptedFiles.File?, in folder: WorkspaceFolder
  ) -> FileChange? {
    guard let hash = files[path] else {
      return Self.change(.removed, path, from: old?.text, to: "")
    }
    let new = AcceptedFiles.text(path, hash: hash, in: folder)
    guard let old else { return Self.change(.added, path, from: "", to: new) }
    if old.hash == hash.hexadecimal { return nil }
    return Self.change(.changed, path, from: old.text, to: new)
  }

  private static func change(
    _ kind: FileChange.Kind, _ path: String, from old: String?, to new: String?
  ) -> FileChange {
    guard let old, let new else {
      let remark =
        DotenvFile.isName(path)
        ? "its values are secret" : "larger than 64 KiB, a private key, or not text"
      return FileChange(kind, path, remark: remark)
    }
    let lines = LineDifference.lines(from: old, to: new)
    // The files differ only in line breaks.
    return FileChange(kind, path, lines: lines, remark: lines.isEmpty ? "no line differs" : nil)
  }
}
