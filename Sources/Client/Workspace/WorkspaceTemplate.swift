import ClientModel
import ClientYAML

/// The files that `weir init` writes.
enum WorkspaceTemplate {
  /// Returns the files of a new workspace. The workspace is named after its folder.
  static func files(in folder: String, id: WorkspaceID?) -> [(path: String, text: String)] {
    let name = folder.words(at: "/").last.map(String.init) ?? "workspace"
    let nameLine = YAMLValue.mapping([.init("name", .text(name))]).document
    let isIgnoring = WorkspaceFolder(root: folder).exists(ignored.path)
    let idLines = id.map { lines(for: $0) } ?? ""
    return [("weir.yaml", "\(opening)\(nameLine)\(idLines)\(defaultEnvironment)")] + others
      + (isIgnoring ? [] : [ignored])
  }

  /// The `.gitignore`. It lists usual names of files with secrets. A reference `file:PATH` may name
  /// them, and they must stay on this machine. An existing `.gitignore` is not changed.
  private static let ignored = (
    path: ".gitignore", text: "# Secrets that requests read by file:PATH.\n*.secret\n.env\n"
  )

  private static let opening =
    "# The settings of this Weir workspace. Weir finds them from any folder below this one.\n"

  private static func lines(for id: WorkspaceID) -> String {
    """

    # Folders and machines with this id share lanes and cookies. Do not copy it to other workspaces.
    id: \(id.text)

    """
  }

  private static let defaultEnvironment = """

    # The environment that is selected at startup; see environments.yaml.
    environment: dev

    """

  private static let others: [(path: String, text: String)] = [
    (
      "environments.yaml",
      """
      # Values for {{name}} in requests. An environment's values override the shared ones.
      shared:
        base: https://httpbin.org

      environments:
        dev:
          user: ada
          # Secrets are references: env:NAME, file:PATH, command:... or keyring:...
          # token: env:API_TOKEN
        live:
          user: grace

      """
    ),
    (
      "requests/example.yaml",
      """
      # One request per file; the file's name is the request's name. Folders can be nested.
      method: GET
      url: "{{base}}/anything/{id}"
      path:
        id: "1"
      query:
        user: "{{user}}"
      headers:
        Accept: application/json
      # body:
      #   json: |
      #     {"name": "{{user}}"}
      # auth:
      #   bearer: env:API_TOKEN

      """
    ),
  ]
}
