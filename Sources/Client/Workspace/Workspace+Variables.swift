package import ClientModel
import ClientYAML

/// Functions that read the variables of a workspace.
extension Workspace {
  /// Returns the values of an environment from all files of the workspace: `environments.yaml`,
  /// `.env`, `.env.NAME` and `folder.yaml`.
  ///
  /// - Parameters:
  ///   - name: The environment, or nil for the shared values alone.
  ///   - given: The values of `--var`, which override the values in files.
  package func variables(
    of name: String?, given: [String: SensitiveText] = [:]
  ) throws(WorkspaceProblem) -> Environment {
    let files = FileListing.dotenv(in: root)
    var environment = try environments().layered(name) { (file) throws(WorkspaceProblem) in
      files.contains(file) ? try secrets(in: file) : [:]
    }
    environment.folders = try folders()
    return environment.overlaid(with: given)
  }

  /// Returns the values of a `.env` file. All values are secret, except those named under `plain`
  /// of `secrets` in `weir.yaml`.
  private func secrets(in file: String) throws(WorkspaceProblem) -> [String: SensitiveText] {
    let text = try folder.text(file) ?? ""
    let plain = Set(settings.gateways.credentialNames.plain)
    do throws(YAMLProblem) {
      var values: [String: SensitiveText] = [:]
      for (name, value) in try DotenvFile(text, name: file).values {
        let isOpen = plain.contains(name) || value.isEmpty
        values[name] = isOpen ? SensitiveText(value) : .secret(value)
      }
      return values
    } catch { throw WorkspaceProblem(error) }
  }

  /// Returns the variables and headers of each folder of saved requests, by its path below
  /// `requests`.
  private func folders() throws(WorkspaceProblem) -> [String: FolderDefaults] {
    let listed = FileListing.yaml(below: folder.path("requests")).files
    var found: [String: FolderDefaults] = [:]
    for file in listed where file.words(at: "/").last.map(String.init) == FolderDefaults.fileName {
      let path = file.lastIndex(ofByte: "/").map { String(file[..<$0]) } ?? ""
      guard let text = try folder.text("requests/\(file)") else { continue }
      do throws(YAMLProblem) {
        found[path] = try FolderDefaults(
          try YAMLDocument.parse(text, file: FolderDefaults.file(of: path)))
      } catch { throw WorkspaceProblem(error) }
    }
    return found
  }
}

extension FolderDefaults {
  /// Reads a `folder.yaml`.
  init(_ root: YAMLNode) throws(YAMLProblem) {
    let fields = try root.fields(known: ["variables", "headers"])
    self.init(
      variables: try fields["variables"].map(Environments.values) ?? [:],
      headers: try RequestFile.fields(fields["headers"]))
  }
}
