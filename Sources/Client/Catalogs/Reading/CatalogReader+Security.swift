import ClientModel
import ClientYAML

extension CatalogReader {
  mutating func readSecuritySchemes(_ root: FileNode) throws(CatalogStop) {
    for field in try fields(value(root, "components"), "securitySchemes") {
      let name = files.string(field.key)
      guard let spot = try followed(field.value) else { continue }
      if let scheme = scheme(spot) {
        schemes[name] = scheme
      } else {
        report(
          spot, "The security scheme `\(name.prefix(80))` is left out.",
          "Its `type`, or a key that the type requires, is missing or invalid.",
          "Give it a `type`: apiKey (with `name` and `in`), http (with `scheme`), oauth2, "
            + "openIdConnect or mutualTLS.")
      }
    }
  }

  private mutating func scheme(_ spot: FileNode) -> SecurityScheme? {
    let words = text(spot, "description").map { ": \($0)" } ?? ""
    switch text(spot, "type") {
    case "apiKey":
      guard let name = text(spot, "name"), !name.isEmpty,
        let place = Parameter.Location(rawValue: text(spot, "in") ?? ""), place != .path
      else { return nil }
      return key(name, place, spot)
    case "http":
      guard let scheme = text(spot, "scheme") else { return nil }
      return AuthScheme(named: scheme.lowercased()).map { .http($0) }
        ?? .other("HTTP \(scheme)\(words)")
    case "oauth2":
      let flows = files.field(spot, "flows").map { files.fields($0) } ?? []
      let names = flows.map { files.string($0.key) }.filter { !$0.begins(with: "x-") }
      return .other(
        "OAuth 2.0" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))") + words)
    case "openIdConnect": return .other("OpenID Connect\(words)")
    case "mutualTLS": return .other("a client certificate\(words)")
    default: return nil
    }
  }

  /// Reads the scheme of a key, and the extension that moves the key to a form body.
  private mutating func key(
    _ name: String, _ place: Parameter.Location, _ spot: FileNode
  ) -> SecurityScheme {
    guard let own = files.field(spot, "x-weir-in") else { return .key(name: name, in: place) }
    if files.string(own) == "form" { return .formKey(name: name, otherwise: place) }
    report(
      own, "`x-weir-in` of the key `\(name.prefix(80))` is left out.",
      "`\(files.string(own).prefix(40))` is not a valid value.", "Write form, or remove it.")
    return .key(name: name, in: place)
  }

  /// Reads the alternative sets of schemes. All schemes of a set are used together, and an empty
  /// set needs no credentials.
  mutating func securityAlternatives(_ spot: FileNode?) -> [[String]] {
    guard let spot else { return [] }
    var all: [[String]] = []
    for item in files.items(spot) {
      let names = files.fields(item).map { files.string($0.key) }
      for (name, field) in zip(names, files.fields(item)) where schemes[name] == nil {
        report(
          field.key, "The security requirement `\(name.prefix(80))` cannot be met automatically.",
          "No security scheme of that name can be used.",
          "Describe it under `components/securitySchemes`.")
      }
      all.append(names)
    }
    return all
  }

  mutating func servers(_ spot: FileNode?) throws(CatalogStop) -> [CatalogServer] {
    guard let spot else { return [] }
    var all: [CatalogServer] = []
    for named in files.items(spot) {
      guard let item = try followed(named) else { continue }
      guard let url = text(item, "url") else {
        report(item, "A server is left out.", "It has no `url`.", "Give it a `url`.")
        continue
      }
      all.append(
        CatalogServer(
          url: url, summary: text(item, "description") ?? "", variables: variables(of: item, url)))
    }
    return all
  }

  private mutating func variables(of server: FileNode, _ url: String) -> [CatalogServer.Variable] {
    let described = files.field(server, "variables").map { files.fields($0) } ?? []
    var all: [CatalogServer.Variable] = []
    for field in described {
      let choices = files.field(field.value, "enum").map { files.items($0) } ?? []
      let standard = text(field.value, "default")
      if standard == nil {
        report(
          field.value, "A variable of the server \(url.prefix(80)) is initially empty.",
          "`\(files.string(field.key).prefix(80))` has no `default`.", "Give it a `default`.")
      }
      all.append(
        CatalogServer.Variable(
          name: files.string(field.key),
          defaultValue: standard ?? choices.first.map(files.string) ?? "",
          choices: choices.map(files.string), summary: text(field.value, "description") ?? ""))
    }
    for name in PathTemplate.names(in: url) where !all.contains(where: { $0.name == name }) {
      report(
        server, "A variable of the server \(url.prefix(80)) is initially empty.",
        "No variable describes `\(name.prefix(80))`.", "Describe it under `variables`.")
      all.append(CatalogServer.Variable(name: name, defaultValue: "", choices: [], summary: ""))
    }
    return all
  }
}
