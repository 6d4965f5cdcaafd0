package import ClientModel

/// The export of requests as curl command lines. bash, zsh and ksh parse a line to the same
/// arguments. So does dash, except for control characters, because it does not support `$'…'`.
package enum CurlExport {
  /// The way in which secrets are written. `masked` writes references as `$NAME` and masks
  /// literals. `inClear` is used only if the user requested it.
  package enum Secrets: Hashable, Sendable { case masked, inClear }

  /// Returns the command for the request, with one option per line.
  package static func line(_ request: PreparedRequest, secrets: Secrets = .masked) -> String {
    var words = method(of: request)
    words.append(url(of: request, secrets))
    words += headers(of: request, secrets)
    words += request.credentials.map { self.credentials($0, secrets) } ?? []
    words += body(request.body, secrets)
    words += CurlExportOptions.words(request.options, to: request.url, secrets)
    return "curl " + words.joined(separator: " \\\n  ")
  }

  private static func method(of request: PreparedRequest) -> [String] {
    switch (request.method, request.body) {
    case (.head, .none): return ["-I"]
    case (.get, .none): return []
    case (.post, let body) where body != .none: return []
    default: return ["-X \(ShellQuoting.quote(request.method.rawValue))"]
    }
  }

  private static func url(of request: PreparedRequest, _ secrets: Secrets) -> String {
    let secret = request.secretQuery.map { field in
      [.plain(PercentEncoding.encode(field.name) + "=")]
        + field.value.mapPlain(.percent) { PercentEncoding.encode($0) }.parts
    }
    var parts = request.urlSecrets.sealed(request.url).parts
    if !secret.isEmpty, request.urlSecrets.isEmpty {
      let (address, query) = request.complete(request.url, secret: secret) { [.plain($0)] }
      parts = [.plain(address + "?")] + query.joined(separator: [.plain("&")])
    } else {
      // The places of fields are unknown in a URL that is sealed in part.
      for (index, field) in secret.enumerated() {
        parts.append(.plain(index > 0 || request.url.contains(byte: "?") ? "&" : "?"))
        parts += field
      }
    }
    // Without -g, curl interprets these characters as lists of URLs.
    let glob = request.url.contains(anyByte: "{}[]") ? "-g " : ""
    return glob + ShellQuoting.quote(SensitiveText(parts), secrets)
  }

  private static func headers(of request: PreparedRequest, _ secrets: Secrets) -> [String] {
    // curl adds Content-Length only if there is a body.
    let statesEmptyLength = request.body == .none && request.statesEmptyLength
    let fields = request.headers.filter {
      !$0.name.caseInsensitiveEquals("Content-Length") || statesEmptyLength && !$0.value.isEmpty
    }
    var words = fields.map { header in
      header.value.isEmpty
        ? "-H \(ShellQuoting.quote("\(header.name);"))"
        : "-H \(ShellQuoting.quote(SensitiveText([.plain("\(header.name): ")] + header.sealedValue.parts), secrets))"
    }
    if let key = request.idempotencyKey, !has("Idempotency-Key", request) {
      words.append("-H \(ShellQuoting.quote("Idempotency-Key: \(key)"))")
    }
    if statesEmptyLength, !has("Content-Length", request) {
      words.append("-H 'Content-Length: 0'")
    }
    // The headers that curl adds by default, but the request does not have.
    var unwanted = ["Accept", "User-Agent"]
    switch request.body {
    case .none, .multipart: break
    case .text, .bytes, .file: unwanted.append("Content-Type")
    }
    for name in unwanted where !has(name, request) {
      words.append("-H \(ShellQuoting.quote("\(name):"))")
    }
    return words
  }

  private static func credentials(_ credentials: Credentials, _ secrets: Secrets) -> [String] {
    let optional = credentials.scheme.fields.filter { $0.presence == .optional }.map(\.name)
    return credentials.scheme.curlOptions.compactMap { option in
      let values = option.fields.compactMap { credentials[$0] }
      let mayLack = option.fields.allSatisfy(optional.contains)
      if mayLack, values.allSatisfy(\.isEmpty) { return nil }
      let parts = values.map(\.parts).joined(separator: [.plain(":")])
      let text = SensitiveText([.plain(option.beginning)] + parts)
      return "\(option.name) \(ShellQuoting.quote(text, secrets))"
    }
  }

  private static func has(_ name: String, _ request: PreparedRequest) -> Bool {
    request.headers.contains { $0.name.caseInsensitiveEquals(name) }
  }

  private static func body(_ body: PreparedBody, _ secrets: Secrets) -> [String] {
    switch body {
    case .none: return []
    case .text(let text): return ["--data-raw \(ShellQuoting.quote(text, secrets))"]
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
        return ["--data-binary @BODY-FILE"]
      }
      return ["--data-raw \(ShellQuoting.quote(text))"]
    case .file(let file): return ["--data-binary \(ShellQuoting.quote("@\(file.path)"))"]
    case .multipart(_, let parts):
      return parts.map { part in
        var settings = part.mediaType.map { ";type=\($0)" } ?? ""
        if let name = part.fileName { settings += ";filename=\"\(escaped(name))\"" }
        switch part.content {
        case .file(let file):
          return "-F \(ShellQuoting.quote("\(part.name)=@\"\(escaped(file.path))\"\(settings)"))"
        case .text(let text) where settings.isEmpty:
          return
            "--form-string \(ShellQuoting.quote(SensitiveText([.plain("\(part.name)=")] + text.parts), secrets))"
        case .text(let text):
          let quoted = text.mapPlain(.none, escaped)
          return
            "-F \(ShellQuoting.quote(SensitiveText([.plain("\(part.name)=\"")] + quoted.parts + [.plain("\"\(settings)")]), secrets))"
        }
      }
    }
  }

  /// Escapes text for a double-quoted value of curl's `-F`.
  private static func escaped(_ text: String) -> String {
    text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
  }
}
