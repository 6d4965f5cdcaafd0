import Foundation
import Testing

@testable import ClientCatalogs

/// The documents beside these tests, each in another author's style.
enum Document {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Documents")
      .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
  }

  static func text(_ name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: folder.appending(path: "Documents/\(name)")), as: UTF8.self)
  }

  /// Excerpts of public documents; `Vendors/README.md` names their sources and licences.
  static func vendors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Vendors")
      .filter { $0.hasSuffix(".json") }.sorted()
  }

  static func openVendor(_ name: String) throws -> Catalog {
    try CatalogFolder(workspace: folder.path)
      .open(CatalogFile(name: name, path: "Vendors/\(name)"))
  }

  static func open(_ name: String) throws -> Catalog {
    try CatalogFolder(workspace: folder.path)
      .open(CatalogFile(name: name, path: "Documents/\(name)"))
  }
}

extension Catalog {
  var endpoints: [Endpoint] { groups.flatMap(\.endpoints) }

  /// A schema on one line: `object(name! text 1...50, tags list(text))`.
  func words(_ id: SchemaID, depth: Int = 4) -> String {
    let schema = schema(id)
    var words: String
    switch schema.kind {
    case .any: words = "any"
    case .text: words = "text"
    case .integer: words = "integer"
    case .number: words = "number"
    case .boolean: words = "truth"
    case .null: words = "null"
    case .binary: words = "binary"
    case .list(let item): words = "list(\(depth > 0 ? self.words(item, depth: depth - 1) : "…"))"
    case .oneOf(let ids):
      let parts = ids.map { depth > 0 ? self.words($0, depth: depth - 1) : "…" }
      words = "one(" + parts.joined(separator: " | ") + ")"
    case .object(let properties, let others):
      var parts = properties.map { property in
        property.name + (property.isRequired ? "! " : " ")
          + (depth > 0 ? self.words(property.schema, depth: depth - 1) : "…")
      }
      if let others {
        parts.append("* " + (depth > 0 ? self.words(others, depth: depth - 1) : "…"))
      }
      words = "object(" + parts.joined(separator: ", ") + ")"
    }
    if !schema.format.isEmpty { words += ":" + schema.format }
    if schema.isNullable { words += "?" }
    if !schema.choices.isEmpty { words += " of \(schema.choices.joined(separator: "/"))" }
    let bounds = schema.bounds
    if bounds.minimumLength != nil || bounds.maximumLength != nil {
      words += " \(bounds.minimumLength ?? 0)...\(bounds.maximumLength.map(String.init) ?? "")"
    }
    if bounds.minimum != nil || bounds.maximum != nil {
      words +=
        " \(bounds.minimum.map { "\($0)" } ?? "")\(bounds.isMinimumExclusive ? "<" : "")..."
        + "\(bounds.isMaximumExclusive ? "<" : "")\(bounds.maximum.map { "\($0)" } ?? "")"
    }
    if let pattern = bounds.pattern { words += " ~\(pattern)" }
    return words
  }

  /// The schema of the first body of an endpoint, on one line.
  func body(of id: String, depth: Int = 4) throws -> String {
    words(try #require(endpoint(id)?.bodies.first?.schema), depth: depth)
  }
}
