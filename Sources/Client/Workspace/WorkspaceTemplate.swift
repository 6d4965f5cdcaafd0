/// What `weir init` writes.
enum WorkspaceTemplate {
  static let files: [(path: String, text: String)] = [
    (
      "weir.yaml",
      """
      # A Weir workspace: this folder, found from any folder below it.
      name: My API

      # The environment that is chosen at the start; see environments.yaml.
      environment: dev

      """
    ),
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
      # One request a file; its name is the file's name. Folders nest.
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
