import ClientModel
import ClientYAML

/// The files that `weir init` writes.
enum WorkspaceTemplate {
  /// Returns the files of a new workspace. The workspace is named after its folder.
  static func files(in folder: String, id: WorkspaceID?) -> [(path: String, text: String)] {
    let name = folder.words(at: "/").last.map(String.init) ?? "workspace"
    let nameLine = YAMLValue.mapping([.init("name", .text(name))]).document
    let idLines = id.map { lines(for: $0) } ?? ""
    return [("weir.yaml", "\(opening)\(nameLine)\(idLines)\(defaultEnvironment)")] + others
  }

  /// Returns the text of a `.gitignore` with the missing lines for files with secrets: `.env`,
  /// `.env.NAME` and `*.secret`. Existing lines are not changed. Returns nil if no line is missing.
  static func ignoring(over old: String?) -> String? {
    let known = (old ?? "").words(at: "\n").map { $0.trimmed(of: " \r\t") }
    let missing = ["*.secret", ".env", ".env.*"].filter { line in
      !known.contains { $0 == line || line.begins(with: ".env") && $0 == ".env*" }
    }
    guard !missing.isEmpty else { return nil }
    let start = old.map { $0.isEmpty || $0.ends(with: "\n") ? $0 : $0 + "\n" } ?? ""
    return "\(start)# Files with secrets for Weir.\n\(missing.joined(separator: "\n"))\n"
  }

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
          # Or write TOKEN=... to the private files .env or .env.dev, and {{TOKEN}} in requests.
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
