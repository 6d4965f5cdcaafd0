import ClientCatalogs
import ClientModel
import ClientYAML

/// The treatment of edits outside Weir in a workspace that only the user can change.
package enum OwnEdits: Hashable, Sendable {
  /// Each edit ends the trust until the user accepts it.
  case asked
  /// An edit does not end the trust, unless it changes a reserved option.
  ///
  /// - Parameter home: The user's home folder. As in ssh, the folders above it are not checked.
  case trusted(home: String)
}

extension WorkspaceTrust {
  /// Returns whether all changes since the last acceptance are the user's own and change no
  /// reserved option.
  ///
  /// Nothing is recorded, so that several harmless edits cannot add up to a reserved one.
  ///
  /// - Parameter accepted: The path of the `trust` file.
  func isOwnEdit(
    of workspace: Workspace, accepted: String, edits: OwnEdits
  ) throws(WorkspaceProblem) -> Bool {
    guard case .trusted(let home) = edits,
      let stored = try Self.acceptedFiles(of: workspace, accepted),
      PrivateFiles(root: workspace.root, home: home).areOwn(Array(files.keys))
    else { return false }
    let programs = Set(workspace.programs)
    return Set(stored.files.keys).union(files.keys).allSatisfy { path in
      let old = stored.files[path]
      guard old?.hash != files[path]?.hexadecimal else { return true }
      return !programs.contains(path) && isHarmless(path, since: old, in: workspace.folder)
    }
  }

  /// Returns whether the edit of a changed file changes no reserved option.
  private func isHarmless(
    _ path: String, since old: AcceptedFiles.File?, in folder: WorkspaceFolder
  ) -> Bool {
    guard let kind = WorkspaceFileKind(path) else { return false }
    let hash = files[path]
    if hash == nil, kind == .request { return true }
    let new = hash.flatMap { AcceptedFiles.text(path, hash: $0, in: folder) }
    guard (old == nil) == (old?.text == nil), (hash == nil) == (new == nil) else { return false }
    do throws(YAMLProblem) {
      var check = EditCheck(of: kind)
      check.isSelfContained = kind == .request && isSelfContained(path, new ?? "")
      if kind == .request, old == nil, !check.isSelfContained { return false }
      return check.isHarmless(
        try old?.text.map { text throws(YAMLProblem) in try YAMLDocument.parse(text, file: path) },
        try new.map { text throws(YAMLProblem) in try YAMLDocument.parse(text, file: path) })
    } catch {
      return false
    }
  }

  /// Returns whether a request has no variables, no references, and no headers of its folders. Any
  /// gateway may then receive it.
  private func isSelfContained(_ path: String, _ text: String) -> Bool {
    let folders = path.words(at: "/").dropLast()
    let inherits = folders.indices.contains { index in
      files[folders[...index].joined(separator: "/") + "/" + FolderDefaults.fileName] != nil
    }
    return !inherits && EditCheck.variables(in: text).isEmpty
  }
}

/// The kind of a workspace's file that may have options without a reserved meaning.
enum WorkspaceFileKind: Hashable {
  case settings, request, graph, catalog

  /// Returns nil for any other file, such as a program or the variables of a folder.
  init?(_ path: String) {
    if path == "weir.yaml" {
      self = .settings
    } else if path.begins(with: "catalogs/"),
      CatalogFile.endings.contains(where: { path.ends(with: $0) })
    {
      self = .catalog
    } else if !path.ends(with: ".yaml") {
      return nil
    } else if path.begins(with: "requests/"), !path.ends(with: "/" + FolderDefaults.fileName) {
      self = .request
    } else if path.begins(with: "graphs/") {
      self = .graph
    } else {
      return nil
    }
  }
}
