/// Named values for `{{name}}` templates. The sources, in order of increasing precedence, are
/// shared values, the environment, the folder of the request, the command line and data.
public struct Environment: Hashable, Sendable {
  /// The name of the environment. Empty if there are only shared values.
  public var name: String
  /// The values by name. A reference such as `env:TOKEN` is resolved only when the request is sent.
  public var values: [String: SensitiveText]
  /// Values from outside the workspace, such as the columns of a row or parts of a response. They
  /// are rejected in templates before the path of a URL, so that they cannot choose the server.
  /// Only a number within the host name is accepted there, and the request is then sent without
  /// credentials.
  public var data: [String: SensitiveText]

  package var purpose = Purpose.ordinary
  /// The values in workspace files that contain templates, as written. Other values are never
  /// searched for templates. A name is either here or in `values`.
  package var composed: [String: String] = [:]
  /// The names whose values must not be used because the workspace is not trusted, with the file of
  /// each value.
  package private(set) var withheld: [String: String] = [:]
  /// The sources that define each name. The value comes from the first source.
  package private(set) var sources: [String: [VariableSource]] = [:]
  /// The variables and headers of the folders of saved requests, by the path below `requests`.
  package var folders: [String: FolderDefaults] = [:]

  /// The kind of servers. Requests to `production` have effects for real users.
  package enum Purpose: Hashable, Sendable { case ordinary, production }

  /// Creates an environment with values for templates.
  public init(
    name: String = "", values: [String: SensitiveText] = [:], data: [String: SensitiveText] = [:]
  ) {
    self.name = name
    self.values = values
    self.data = data
  }

  /// Returns a copy with added values. They replace existing values of the same name, including
  /// those of folders.
  public func overlaid(with upper: [String: SensitiveText]) -> Environment {
    var result = self
    for (name, value) in upper { result.define(name, .fixed(value), in: .option) }
    return result
  }

  /// Returns a copy with added data values, such as columns of a row. They replace existing data
  /// values of the same name.
  public func overlaid(withData upper: [String: SensitiveText]) -> Environment {
    var result = self
    result.data.merge(upper) { _, new in new }
    return result
  }

  // MARK: Sources

  /// Sets the value of a name. The new source overrides the earlier ones, except the command line.
  package mutating func define(_ name: String, _ value: VariableValue, in source: VariableSource) {
    let isGiven = sources[name]?.first == .option && source != .option
    sources[name, default: []].insert(source, at: isGiven ? 1 : 0)
    guard !isGiven else { return }
    (values[name], composed[name]) = (nil, nil)
    switch value {
    case .fixed(let text): values[name] = text
    case .composed(let text): composed[name] = text
    }
  }

  /// Returns a copy that withholds the values of private files, because an untrusted workspace must
  /// not send them.
  package func withholdingPrivateValues() -> Environment {
    var result = self
    for (name, sources) in sources {
      guard case .file(let file) = sources.first else { continue }
      result.values[name] = nil
      result.withheld[name] = file
    }
    return result
  }

  /// Returns a copy with the variables of a folder and its parent folders. The nearest folder takes
  /// precedence.
  ///
  /// - Parameter folder: The path below `requests`. Nil means no folder.
  package func inside(_ folder: String?) -> Environment {
    guard let folder, !folders.isEmpty else { return self }
    var result = self
    for path in FolderDefaults.paths(to: folder) {
      for (name, value) in folders[path]?.variables ?? [:] {
        result.withheld[name] = nil
        result.define(name, value, in: .folder(path))
      }
    }
    return result
  }

  /// Returns the headers of a folder and its parent folders. If several folders define a header,
  /// the nearest folder takes precedence.
  package func headers(inside folder: String?) -> [DraftField] {
    guard let folder else { return [] }
    var found: [DraftField] = []
    var taken: Set<String> = []
    for path in FolderDefaults.paths(to: folder).reversed() {
      let own = (folders[path]?.headers ?? []).filter {
        $0.mark != .off && !taken.contains($0.name.lowercased())
      }
      taken.formUnion(own.map { $0.name.lowercased() })
      found += own
    }
    return found
  }

  /// The names of all values except data, sorted.
  package var names: [String] { Set(values.keys).union(composed.keys).sorted() }

  /// Returns the known name that is most similar to `name`. Returns nil if none is similar.
  package func nearestName(to name: some StringProtocol) -> String? {
    NearestWord.nearest(to: String(name), in: names)
  }

  /// Returns the value of a name with all its templates expanded. Returns nil if the name has no
  /// value. Data is not searched.
  package func value(of name: String) throws(VariableFault) -> SensitiveText? {
    if let value = values[name] { return value }
    var expansion = VariableExpansion(environment: self)
    return try expansion.value(of: name)
  }
}

/// A value as its source defines it.
package enum VariableValue: Hashable, Sendable {
  /// A value that is inserted once and never searched for templates.
  case fixed(SensitiveText)
  /// Text in a workspace file that contains templates.
  case composed(String)

  /// Creates a value from text in a workspace file. Secret references are resolved only when the
  /// request is sent.
  package init(inFile text: String) {
    if let reference = SecretReference(text) {
      self = .fixed(SensitiveText([.reference(reference, .none)]))
    } else if text.contains(bytes: "{{"),
      Template.unclosed(in: text) != nil || Template.pieces(of: text) != [.text(text[...])]
    {
      self = .composed(text)
    } else {
      self = .fixed(SensitiveText(text))
    }
  }
}

/// The source of a variable.
package enum VariableSource: Hashable, Sendable, CustomStringConvertible {
  /// The `shared` section of `environments.yaml`.
  case shared
  /// An environment of `environments.yaml`.
  case environment(String)
  /// A private file, such as `.env`.
  case file(String)
  /// The `folder.yaml` file of a folder of saved requests. The path is relative to `requests`.
  case folder(String)
  /// The option `--var`.
  case option

  package var description: String {
    switch self {
    case .shared: "shared"
    case .environment(let name): "environment \(name)"
    case .file(let name): name
    case .folder(let path): FolderDefaults.file(of: path)
    case .option: "--var"
    }
  }
}

/// The variables and headers that a folder defines for its saved requests.
package struct FolderDefaults: Hashable, Sendable {
  package var variables: [String: VariableValue]
  package var headers: [DraftField]

  package init(variables: [String: VariableValue] = [:], headers: [DraftField] = []) {
    self.variables = variables
    self.headers = headers
  }

  /// The name of the file with a folder's defaults. A saved request cannot have this name.
  package static let fileName = "folder.yaml"

  /// Returns the path of a folder's file, relative to the workspace.
  package static func file(of path: String) -> String {
    path.isEmpty ? "requests/\(fileName)" : "requests/\(path)/\(fileName)"
  }

  /// Returns the paths of `requests` (the empty path), of the folders below it, and of `folder`.
  package static func paths(to folder: String) -> [String] {
    var paths = [""]
    for segment in folder.words(at: "/") {
      paths.append(paths.last.map { $0.isEmpty ? String(segment) : "\($0)/\(segment)" } ?? "")
    }
    return paths
  }
}
