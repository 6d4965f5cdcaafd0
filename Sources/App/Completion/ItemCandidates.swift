import ArgumentParser
import ClientCatalogs
import ClientModel
import ViewModels

/// The arguments of `send` and `queue add`.
///
/// They are a method, the URL, and items such as headers. With `--endpoint`, they are the fields of
/// the endpoint's form.
struct ItemCandidates {
  var form: EndpointForm?

  /// Returns the candidates for the next word of a request.
  ///
  /// - Parameter words: The words of the request before the word at the cursor. Options are not
  ///   included.
  func candidates(for prefix: String, after words: [String]) -> [CompletionCandidate] {
    if let form {
      return FieldCandidates(form).candidates(for: prefix, given: words) + Self.headers(for: prefix)
    }
    guard let first = words.first else {
      return HTTPMethod.common.map { CompletionCandidate($0.rawValue) }
    }
    let isMethod = HTTPMethod.common.contains { $0.rawValue == first.uppercased() }
    return words.count == 1 && isMethod ? [] : Self.headers(for: prefix)
  }

  /// Returns the common request headers. If a header is being typed, returns its common values.
  static func headers(for prefix: String) -> [CompletionCandidate] {
    guard let (name, rest) = prefix.cut(at: ":"), !rest.begins(with: "=") else {
      return HeaderCompletion.names.map { CompletionCandidate("\($0):", "header") }
    }
    return HeaderCompletion.values(of: String(name)).map { CompletionCandidate("\(name):\($0)") }
  }
}

extension CompletionLine {
  static let requestFlags: Set<String> = [
    "--json", "--form", "--multipart", "--snapshot", "--poll", "-k", "--insecure", "--http1",
    "--http2", "--no-cookies", "--no-progress", "-v", "--verbose", "--check", "--no-check", "-r",
    "--raw-output",
    "--stub", "--stub-strict", "--hold", "--quiet", "--yes", "-h", "--help",
  ]

  /// The words of the request before the word at the cursor. Options and their values are not
  /// included.
  var requestWords: [String] {
    var found: [String] = []
    var isValue = false
    for word in before.dropFirst(command.count) {
      if isValue {
        isValue = false
      } else if word.begins(with: "-") {
        isValue = !Self.requestFlags.contains(word) && !word.contains(byte: "=")
      } else {
        found.append(word)
      }
    }
    return found
  }
}

extension CompletionKind {
  static var requestWords: CompletionKind {
    values { line, facts in
      let form = line.value(of: "--endpoint") == nil ? nil : try facts.form(of: line)
      return ItemCandidates(form: form).candidates(for: line.prefix, after: line.requestWords)
    }
  }
}
