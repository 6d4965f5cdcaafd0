import ArgumentParser
import ClientCatalogs
import ClientModel
import ViewModels

/// The candidates for catalogs and for the endpoints of the typed catalog.
struct EndpointCandidates {
  let catalogs: [String]

  /// Returns the catalog whose endpoints are offered.
  ///
  /// It is the typed catalog, or the only one whose name begins with the typed text. No other
  /// catalog is read, because reading is slow.
  func catalog(for prefix: String) -> String? {
    if let (name, _) = prefix.cut(at: "#") {
      return catalogs.first { $0.isSame(as: name) }
    }
    let matching = prefix.isEmpty ? [] : catalogs.filter { $0.begins(with: prefix) }
    return matching.count == 1 ? matching[0] : nil
  }

  /// Returns a candidate for each catalog.
  ///
  /// - Parameter ending: The text after the name of a catalog.
  func names(ending: String = "#") -> [CompletionCandidate] {
    catalogs.map { CompletionCandidate($0 + ending, "catalog") }
  }

  static func endpoints(of catalog: Catalog) -> [CompletionCandidate] {
    catalog.groups.flatMap(\.endpoints).map { endpoint in
      CompletionCandidate(
        "\(catalog.name)#\(endpoint.id)", "\(endpoint.method.rawValue)  \(endpoint.summary)")
    }
  }
}

extension CompletionFacts {
  /// Returns the catalog with this name. Returns nil if there is none.
  func catalog(_ name: String) throws -> Catalog? {
    let library = try catalogs()
    return try library.sources().first { $0.name.isSame(as: name) }.map { try library.open($0) }
  }

  /// Returns the form of the endpoint in the line. The endpoint is an argument or the value of
  /// `--endpoint`.
  ///
  /// Returns nil if the line names no endpoint of a catalog.
  func form(of line: CompletionLine) throws -> EndpointForm? {
    let word = line.before.first { !$0.begins(with: "-") && EndpointName($0) != nil }
    guard let text = line.value(of: "--endpoint") ?? word, let name = EndpointName(text),
      let catalog = try catalog(name.catalog), let endpoint = catalog.endpoint(name.endpoint)
    else { return nil }
    return EndpointForm(endpoint, in: catalog)
  }
}

extension CompletionKind {
  /// The completion of `--endpoint`. The option needs an endpoint. A catalog alone is not enough.
  static var endpoints: CompletionKind {
    values { line, facts in
      let candidates = EndpointCandidates(catalogs: try facts.catalogs().sources().map(\.name))
      guard let name = candidates.catalog(for: line.prefix), let catalog = try facts.catalog(name)
      else { return candidates.names() }
      return EndpointCandidates.endpoints(of: catalog)
    }
  }

  static var catalogsAndEndpoints: CompletionKind {
    values { line, facts in
      let candidates = EndpointCandidates(catalogs: try facts.catalogs().sources().map(\.name))
      let names = line.prefix.contains(byte: "#") ? [] : candidates.names(ending: "")
      guard let name = candidates.catalog(for: line.prefix), let catalog = try facts.catalog(name)
      else { return names }
      return names + EndpointCandidates.endpoints(of: catalog)
    }
  }

  static var mediaTypes: CompletionKind {
    values { line, facts in
      try facts.form(of: line)?.endpoint.bodies.map { CompletionCandidate($0.mediaType) } ?? []
    }
  }

  static var securityAlternatives: CompletionKind {
    values { line, facts in
      try facts.form(of: line)?.securityAlternatives.map {
        CompletionCandidate($0.label, $0.names.joined(separator: ", "))
      } ?? []
    }
  }
}
